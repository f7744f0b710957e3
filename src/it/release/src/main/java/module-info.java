/** A program that needs nothing but Weir. */
module dev.weir.it.release {
    requires dev.weir;
    requires org.apache.httpcomponents.client5.httpclient5;
    requires org.apache.httpcomponents.core5.httpcore5;
}
