package dev.weir.testpool;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Routes that leave from a local address, which HttpClient's planner may name. */
public final class LocalAddress extends DefaultRoutePlanner {

    private final String address;

    private LocalAddress(String address) {
        super(null);
        this.address = address;
    }

    /** Returns a planner for connections from an address, which is given in digits. */
    public static HttpRoutePlanner of(String address) {
        return new LocalAddress(address);
    }

    @Override
    protected InetAddress determineLocalAddress(HttpHost firstHop, HttpContext context) throws HttpException {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new HttpException("No address: " + address, e);
        }
    }
}
