import MetricsReading
import Testing

/// Tests the metrics parser of the tests: it accepts the example in the format's specification, and rejects violations
/// of the format.
struct PrometheusTextTests {
    @Test
    func `the parser accepts the example of the format's specification`() throws {
        let text = try PrometheusText(Self.example.utf8)
        #expect(text.value("http_requests_total", ["code": "200"]) == 1027)
        #expect(text["msdos_file_access_time_seconds"]?.samples[0].labels["path"] == "C:\\DIR\\FILE.TXT")
        #expect(text["msdos_file_access_time_seconds"]?.samples[0].labels["error"] == "Cannot find file:\n\"FILE.TXT\"")
        #expect(text["something_weird"]?.samples[0].value == .infinity)
        #expect(text["http_request_duration_seconds"]?.samples.count == 8)
    }

    @Test(arguments: [
        "a 1", "a\n", "1a 1\n", "a{b=1} 1\n", "a{b=\"1\" 1\n", "a{b=\"\\x\"} 1\n", "a{b=\"1\",b=\"2\"} 1\n", "a one\n",
        "a 1 1.5\n", "a 1\na 2\n", "a{x=\"1\"} 1\na{x=\"1\"} 2\n", "a 1\nb 1\na{x=\"1\"} 1\n",
        "# TYPE a counter\n# TYPE a counter\na 1\n", "# TYPE a number\na 1\n", "a 1\n# TYPE a counter\n",
        "# HELP a b\n# HELP a c\na 1\n", "# HELP a \\x\n", "a{__b=\"1\"} 1\n", "a{b=\"1\"}1\n", "a 0x10\n",
        "# TYPE h histogram\nh_bucket{le=\"1\"} 1\nh_sum 1\nh_count 1\n",
        "# TYPE h histogram\nh_bucket{le=\"1\"} 2\nh_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 1\n",
        "# TYPE h histogram\nh_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 2\n",
        "# TYPE h histogram\nh_bucket{le=\"+Inf\"} 1\nh_count 1\n",
        "# TYPE h histogram\nh_bucket{le=\"2\"} 1\nh_bucket{le=\"1\"} 1\nh_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 1\n",
    ])
    func `the parser rejects what the rules forbid`(text: String) {
        #expect(throws: PrometheusText.Mistake.self) { try PrometheusText(text.utf8) }
    }

    private static let example = #"""
        # HELP http_requests_total The total number of HTTP requests.
        # TYPE http_requests_total counter
        http_requests_total{method="post",code="200"} 1027 1395066363000
        http_requests_total{method="post",code="400"}    3 1395066363000

        # Escaping in label values:
        msdos_file_access_time_seconds{path="C:\\DIR\\FILE.TXT",error="Cannot find file:\n\"FILE.TXT\""} 1.458255915e9

        # Minimalistic line:
        metric_without_timestamp_and_labels 12.47

        # A weird metric from before the epoch:
        something_weird{problem="division by zero"} +Inf -3982045

        # A histogram, which has a pretty complex representation in the text format:
        # HELP http_request_duration_seconds A histogram of the request duration.
        # TYPE http_request_duration_seconds histogram
        http_request_duration_seconds_bucket{le="0.05"} 24054
        http_request_duration_seconds_bucket{le="0.1"} 33444
        http_request_duration_seconds_bucket{le="0.2"} 100392
        http_request_duration_seconds_bucket{le="0.5"} 129389
        http_request_duration_seconds_bucket{le="1"} 133988
        http_request_duration_seconds_bucket{le="+Inf"} 144320
        http_request_duration_seconds_sum 53423
        http_request_duration_seconds_count 144320

        """#
}
