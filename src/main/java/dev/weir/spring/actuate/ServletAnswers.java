package dev.weir.spring.actuate;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.web.servlet.HandlerInterceptor;

/** Adds the headers to answers that servlets give. Thread-safe. */
final class ServletAnswers implements HandlerInterceptor {

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        AnswerHeaders.ALL.forEach(response::setHeader);
        return true;
    }
}
