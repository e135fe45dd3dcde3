extension GradeHTML {
    /// Colours are told apart by lightness too, and each has a sign beside it.
    static let style: StaticString = #"""
        :root {
          color-scheme: light dark;
          --paper: #fdfdfc; --ink: #1c2126; --soft: #59636d; --line: #dde1e4; --fill: #f3f5f6; --link: #1a5a96;
          --solved: #dcece6; --on-solved: #0f5a49;
          --f1: #fcedcd; --on-f1: #573c05; --f2: #f8d08f; --on-f2: #4a2c00;
          --f3: #ea9a5c; --on-f3: #351500; --f4: #b3421f; --on-f4: #fff;
          --code: #5f5775; --on-code: #fff; --dead: #3a4148; --on-dead: #fff;
          --bar: #3f8f7b; --bar-red: #c05a33;
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            --paper: #14171a; --ink: #e4e7ea; --soft: #9aa5af; --line: #2d343a; --fill: #1d2226; --link: #8dbdec;
            --solved: #18352d; --on-solved: #8fd3bc;
            --f1: #43351a; --on-f1: #f3dba6; --f2: #6a4914; --on-f2: #ffe3b3;
            --f3: #a4561f; --on-f3: #fff; --f4: #ec7c52; --on-f4: #1c0a03;
            --code: #9d93ba; --on-code: #15111e; --dead: #c8ced3; --on-dead: #14171a;
            --bar: #4fa28c; --bar-red: #d97449;
          }
        }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        html { scroll-padding-top: 1rem; }
        body {
          margin: 0 auto; padding: 1.5rem clamp(.75rem, 2.5vw, 2.5rem) 4rem; max-width: 110rem;
          background: var(--paper); color: var(--ink);
          font: 1rem/1.5 system-ui, "Apple SD Gothic Neo", "Malgun Gothic", "Noto Sans KR", "Noto Sans CJK KR", sans-serif;
          font-variant-numeric: tabular-nums; word-break: keep-all; overflow-wrap: anywhere;
        }
        h1 { font-size: 1.6rem; line-height: 1.2; margin: 0; letter-spacing: -.01em; }
        h2 { font-size: 1.2rem; line-height: 1.3; margin: 3rem 0 .75rem; }
        h3 { font-size: 1.05rem; line-height: 1.3; margin: 0; }
        p, ul, ol, dl, dd { margin: 0; padding: 0; }
        ul, ol { list-style: none; }
        small { color: var(--soft); font-size: .85em; font-weight: normal; }
        a { color: var(--link); text-underline-offset: .15em; }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
        summary:focus-visible { outline-offset: -1px; }
        h2:focus, h3:focus { outline: none; }
        .skip { position: absolute; left: -99rem; background: var(--paper); padding: .5rem 1rem; z-index: 9; }
        .skip:focus { left: .5rem; top: .5rem; }
        button, input, select {
          font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft);
          border-radius: 4px; padding: .3rem .6rem; min-height: 2.25rem; max-width: 100%;
        }
        button { background: var(--fill); cursor: pointer; }

        header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .5rem 2rem; }
        nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
        .figures { flex-basis: 100%; display: flex; flex-wrap: wrap; gap: .75rem 2.5rem; margin-top: 1rem; }
        .figures div { display: flex; flex-direction: column-reverse; }
        .figures dt { color: var(--soft); font-size: .85rem; }
        .figures dd { font-size: 1.5rem; line-height: 1.25; font-weight: 600; }
        .figures small { font-size: .9rem; }

        #controls {
          display: flex; flex-wrap: wrap; align-items: end; gap: .5rem 1rem; margin-top: 1.5rem; padding: .75rem 0;
          border-block: 1px solid var(--line);
        }
        #controls label { min-width: 0; }
        #controls label span { display: block; color: var(--soft); font-size: .85rem; }
        #shown { color: var(--soft); padding: .45rem 0; }

        .legend { display: flex; flex-wrap: wrap; gap: .35rem 1.25rem; margin-bottom: .75rem; font-size: .85rem; color: var(--soft); }
        .legend li { display: flex; align-items: center; gap: .4rem; }
        .legend .k + .k { width: .8rem; margin-inline-start: calc(1px - .4rem); }

        .scroller { overflow: auto; max-width: 100%; }
        .grid .scroller { max-height: max(24rem, calc(100vh - 6rem)); border-block: 1px solid var(--line); }
        table { border-collapse: separate; border-spacing: 0; }
        caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        th { font-weight: normal; text-align: start; }
        th, td { overflow-wrap: break-word; }

        #grid { font-size: .8rem; line-height: 1.25; }
        #grid th, #grid td { padding: 0; height: 1.75rem; background: var(--paper); }
        #grid td { min-width: 1.65rem; text-align: center; }
        #grid .edge { padding-inline-start: 6px; }
        #grid .who {
          position: sticky; inset-inline-start: 0; z-index: 2; padding-inline-end: .75rem; min-width: 8rem; max-width: 14rem;
          border-inline-end: 1px solid var(--line);
        }
        #grid .who a { overflow-wrap: anywhere; }
        #grid tbody .who a { color: inherit; text-decoration: none; display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
        #grid tbody .who a:hover { text-decoration: underline; }
        #grid .sum { white-space: nowrap; min-width: 2.75rem; padding-inline: .5rem; text-align: end; font-weight: 600; }
        #grid thead { position: sticky; inset-block-start: 0; z-index: 3; }
        #grid thead th { vertical-align: bottom; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
        #grid thead .groups th[colspan] { border-bottom: 0; padding-top: .4rem; font-weight: 600; vertical-align: top; max-width: 0; padding-inline-end: .25rem; }
        #grid thead .groups span { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
        #grid thead .who { z-index: 4; }
        #grid .id { padding-inline: .15rem; }
        #grid thead .katas th { text-align: center; min-width: 1.65rem; }
        #grid .title {
          writing-mode: vertical-rl; transform: rotate(180deg); max-height: 11.5rem; margin-bottom: .25rem; white-space: nowrap; overflow: hidden;
          text-overflow: ellipsis; color: var(--soft); font-size: .75rem; line-height: 1.75rem; text-align: start;
        }
        #grid .katas div { display: flex; flex-direction: column-reverse; align-items: center; white-space: nowrap; }
        #grid tfoot { position: sticky; inset-block-end: 0; z-index: 3; }
        #grid tfoot th, #grid tfoot td { border-top: 1px solid var(--line); color: var(--soft); font-weight: normal; }
        #grid .here { background: var(--fill); color: var(--ink); }
        #grid tbody tr:hover > * { background: var(--fill); }
        #grid .k { margin: 1px; }
        #grid .k:hover { box-shadow: inset 0 0 0 2px var(--ink); }
        #grid :focus-visible { outline-offset: -3px; }
        #grid .k:focus-visible { outline-offset: -1px; box-shadow: 0 0 0 3px var(--paper); position: relative; z-index: 1; }

        .k {
          display: inline-grid; place-content: center; width: 1.6rem; height: 1.6rem; border-radius: 3px; flex: none;
          font-size: .8rem; line-height: 1; text-decoration: none; color: var(--ink); font-weight: 600; white-space: pre;
        }
        #grid .k { display: grid; width: auto; }
        .k.solved { background: var(--solved); color: var(--on-solved); }
        .k.f1 { background: var(--f1); color: var(--on-f1); }
        .k.f2 { background: var(--f2); color: var(--on-f2); }
        .k.f3 { background: var(--f3); color: var(--on-f3); }
        .k.f4, .k.failed { background: var(--f4); color: var(--on-f4); }
        .k.doesNotCompile { background: var(--code); color: var(--on-code); }
        .k.crashed, .k.timedOut { background: var(--dead); color: var(--on-dead); }
        .k.noTests, .k.notJudged, .k.missing { border: 1px dashed var(--soft); }
        .k.untouched { color: var(--soft); }
        #readout {
          position: sticky; bottom: 0; z-index: 5; margin: 0; padding: .4rem 0; min-height: 2.3rem; background: var(--paper);
          white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
        }
        #keys { color: var(--soft); font-size: .85rem; }

        .chapters table { width: 100%; font-size: .95rem; }
        .chapters th, .chapters td { padding: .4rem 1.25rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
        .chapters thead th { color: var(--soft); font-size: .85rem; vertical-align: bottom; }
        .chapters .number { text-align: end; }
        .chapters td:last-child { min-width: 12rem; }
        .share { white-space: nowrap; }
        .bar { width: 9rem; height: .6rem; border-radius: 2px; flex: none; }
        .bar rect { fill: var(--bar); }
        .bar .whole { fill: var(--line); }
        .bar.red rect:not(.whole) { fill: var(--bar-red); }

        details { border-bottom: 1px solid var(--line); }
        summary { padding: .4rem 0; cursor: pointer; list-style: none; }
        summary::-webkit-details-marker { display: none; }
        summary::before { content: "▸"; content: "▸" / ""; display: inline-block; width: 1.1rem; color: var(--soft); }
        [open] > summary::before { content: "▾"; content: "▾" / ""; }
        summary:hover { background: var(--fill); }
        .more { padding: .1rem 0 .9rem 1.25rem; }
        .note, .path, .place, .untouched, .label { color: var(--soft); }
        .said { white-space: pre-wrap; }
        .block {
          display: block; white-space: pre-wrap; font: .85rem/1.45 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
          background: var(--fill); border-radius: 3px; padding: .15rem .5rem; margin: .15rem 0; word-break: normal;
        }
        .rules > p { margin-bottom: .5rem; font-size: .9rem; }
        .rules summary { display: grid; grid-template-columns: 1rem 4.5rem 8rem 1fr; gap: 0 1rem; align-items: baseline; }
        .rules summary b { font-size: 1.1rem; }
        .rules .count { color: var(--soft); white-space: nowrap; text-align: end; }
        .rules summary b { color: var(--ink); }
        .rules .bar { width: 8rem; align-self: center; }
        .rules .text small { white-space: nowrap; margin-inline-start: .4rem; }
        .rules .more { padding-inline-start: 16.5rem; max-width: 75rem; }
        .messages li { margin-top: .4rem; }
        .rules button { margin-top: 1rem; }

        .tools { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin-bottom: 1rem; font-size: .9rem; }
        .tools span { color: var(--soft); }
        .student { margin-inline: -.5rem; padding: 0 .5rem 1.75rem; content-visibility: auto; contain-intrinsic-size: auto 30rem; max-width: 62rem; }
        .student h3 { position: sticky; top: 0; z-index: 1; background: var(--paper); padding: 1rem 0 .25rem; }
        .standing { display: flex; align-items: center; gap: 1rem; color: var(--soft); margin-bottom: .5rem; }
        .student .path, .place { font-size: .85rem; }
        .untouched { margin-top: .5rem; }
        .student summary { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .5rem; }
        .student summary::before { width: .75rem; }
        .student summary b { font-weight: 600; }
        .broken > li { padding: .35rem 0 .35rem .9rem; border-inline-start: 3px solid var(--bar-red); margin-top: .6rem; }
        .issue { margin-top: .3rem; }

        @media (max-width: 45rem) {
          body { padding-top: 1rem; }
          #grid .title { display: none; }
          #grid .who { min-width: 6.5rem; max-width: 6.5rem; padding-inline-end: .4rem; }
          #grid .sum { min-width: 0; padding-inline: .3rem; }
          .share .bar { width: 4rem; }
          #controls label { flex: 1 1 9rem; }
          #controls input, #controls select { width: 100%; }
          .rules summary { grid-template-columns: .75rem 4.5rem 1fr; }
          .rules .bar { width: 100%; }
          .rules .text { grid-column: 2 / -1; }
          .rules .more { padding-inline-start: 0; }
          .more { padding-inline-start: .25rem; }
          .rules .text small { white-space: normal; }
        }

        @page { margin: 14mm 12mm; }
        @page grid { size: landscape; margin: 10mm; }
        @media print {
          :root {
            color-scheme: light;
            --paper: #fff; --ink: #000; --soft: #333; --line: #999; --fill: #fff; --link: #000;
          }
          html { font-size: 10pt; }
          body { padding: 0; max-width: none; }
          .chapters h2, .students h2 { margin-top: 0; }
          .bar .whole { fill: #fff; }
          .k { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
          .skip, nav, #controls, #readout, #keys, .tools, .rules button { display: none !important; }
          a { text-decoration: none; }
          h2, h3, summary { break-after: avoid; }
          header, .grid { page: grid; }
          .grid h2 { margin-top: 1rem; }
          .scroller, .grid .scroller { overflow: visible; max-height: none; border: 0; }
          #grid { table-layout: fixed; width: 100%; font-size: 7.5pt; }
          #grid, #grid thead, #grid .who, #grid tfoot { position: static; }
          #grid tfoot { display: table-row-group; }
          #grid th, #grid td, #grid thead .katas th, #grid .sum { min-width: 0; height: auto; }
          #grid .who { width: 32mm; max-width: none; }
          #grid .sum { width: 12mm; padding-inline: 1mm 2mm; }
          #grid .edge { padding-inline-start: 1.2mm; }
          #grid .title { display: inline-block; font-size: 6.5pt; line-height: 1.2; }
          #grid tr { break-inside: avoid; }
          #grid .k { margin: .2mm; height: 4.4mm; font-size: 7pt; border: .2mm solid var(--line); border-radius: 0; }
          .chapters, .students { break-before: page; }
          .chapters tr, .rules li, .broken > li, .issue { break-inside: avoid; }
          .student { content-visibility: visible; margin: 0; padding: 0; max-width: none; }
          .student h3 { position: static; padding: 4mm 0 0; font-size: 12pt; }
          .student .standing, .student h3 { break-after: avoid; }
          .student { border-top: .4mm solid var(--line); }
          summary::before { display: none !important; }
          .rules summary { grid-template-columns: 4rem 6rem 1fr; }
          .rules .bar { width: 6rem; }
          .rules .more { padding-inline-start: 12rem; }
          .block { border-inline-start: .5mm solid var(--line); border-radius: 0; font-size: 8.5pt; }
          .k { border: .2mm solid var(--line); }
          .k.solved, .k.untouched, #grid .k.solved, #grid .k.untouched { border-color: transparent; }
          .bar { border: .2mm solid var(--line); }
        }
        """#
}
