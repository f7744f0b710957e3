package shop;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Behind the buttons of the home page. */
@RestController
class LoadController {

    private final Load load;

    LoadController(Load load) {
        this.load = load;
    }

    @PostMapping("/load")
    void let(@RequestParam("customers") int customers) {
        load.let(Math.max(0, Math.min(customers, Load.MOST_CUSTOMERS)));
    }

    @GetMapping("/load")
    Load.Figures figures() {
        return load.figures();
    }
}
