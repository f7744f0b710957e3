/** A program that needs nothing but Weir. */
module dev.weir.it.release {
    requires dev.weir;
}
