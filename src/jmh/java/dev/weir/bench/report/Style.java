package dev.weir.bench.report;

/** How the page looks, by day and by night. */
final class Style {

    static final String SHEET = """
            :root {
              --paper: #fff; --ink: #1b1f24; --faint: #57606a; --line: #d0d7de; --bar-0: #3574c4; --bar-1: #c77418;
              --bar-2: #7d57c1; --bar-3: #2e8555; --link: #0a58ca;
            }
            @media (prefers-color-scheme: dark) {
              :root {
                --paper: #14181d; --ink: #e3e8ee; --faint: #9aa5b1; --line: #39424d; --bar-0: #5b9bea; --bar-1: #e09a4d;
                --bar-2: #a98ae6; --bar-3: #57b884; --link: #7db4ff;
              }
            }
            * { box-sizing: border-box; }
            body { margin: 0 auto; max-width: 1080px; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink);
              font: 15px/1.5 system-ui, sans-serif; }
            h1 { font-size: 1.7rem; margin: 0; }
            h2 { font-size: 1.15rem; margin: 2.5rem 0 .4rem; scroll-margin-top: 1rem; }
            header p, section > p { color: var(--faint); margin: .3rem 0 .8rem; max-width: 75ch; }
            a { color: var(--link); }
            a:focus-visible, .scroll:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
            figure { margin: 0; }
            .scroll { overflow-x: auto; }
            table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; }
            th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: left; font-weight: normal;
              white-space: nowrap; vertical-align: bottom; }
            thead th { color: var(--faint); white-space: normal; min-width: 5.5rem; }
            tbody th, td { vertical-align: top; }
            td:last-child:not(.number) { white-space: normal; min-width: 18rem; }
            .number { text-align: right; }
            .strong { font-weight: 600; color: var(--ink); }
            svg { display: block; max-width: none; font: 13px system-ui, sans-serif; }
            svg text { dominant-baseline: central; fill: var(--ink); }
            svg .name { text-anchor: end; }
            svg .head { fill: var(--faint); }
            svg .value { font-variant-numeric: tabular-nums; }
            svg .axis { stroke: var(--line); }
            svg .reference { stroke: var(--faint); stroke-dasharray: 4 3; }
            svg .whisker { stroke: var(--ink); stroke-width: 1.5; }
            .panel-0 rect { fill: var(--bar-0); }
            .panel-1 rect { fill: var(--bar-1); }
            .panel-2 rect { fill: var(--bar-2); }
            .panel-3 rect { fill: var(--bar-3); }
            """;

    private Style() {}
}
