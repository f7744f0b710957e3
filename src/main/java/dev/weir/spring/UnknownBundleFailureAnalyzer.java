package dev.weir.spring;

import java.util.List;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.core.env.Environment;

/** Says which property of HTTP clients names an SSL bundle that does not exist, and where it is set. */
final class UnknownBundleFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchSslBundleException> {

    private static final ConfigurationPropertyName CLIENTS = ConfigurationPropertyName.of("spring.http");

    private final Environment environment;

    UnknownBundleFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoSuchSslBundleException cause) {
        String bundle = cause.getBundleName();
        List<String> places = places(bundle);
        return new FailureAnalysis(
                "There is no SSL bundle of the name '" + bundle + "'"
                        + (places.isEmpty() ? "." : ", which a property names:\n    " + String.join("\n    ", places)),
                "Define it by spring.ssl.bundle.pem." + bundle + ".* or spring.ssl.bundle.jks." + bundle
                        + ".*, or correct the name.",
                cause);
    }

    private List<String> places(String bundle) {
        SetProperties set = new SetProperties(environment);
        return StreamSupport.stream(
                        ConfigurationPropertySources.get(environment).spliterator(), false)
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .flatMap(source -> ((IterableConfigurationPropertySource) source).stream())
                .filter(CLIENTS::isAncestorOf)
                .distinct()
                .flatMap(name -> set
                        .find(name)
                        .filter(property -> bundle.equals(property.getValue()))
                        .map(property -> SetProperties.describe(name.toString(), property))
                        .stream())
                .toList();
    }
}
