@testable import KataRunner

// MARK: - Watching

extension Scene {
    /// What `kata watch` shows: the body, and the footer below it.
    static let watching: [Scene] = [
        watch("watch-page", [.wide, .coloured, .ascii], watched()),
        watch("watch-hint", [.wide, .coloured], watched(keys: "h")),
        watch("watch-hint-all", watched(keys: "hhhh")),
        watch("watch-red", [.wide, .coloured], watched(.checked([nameIsCut], printed: "남궁\n"))),
        watch(
            "watch-just-turned-green",
            [.wide, .coloured, .ascii],
            watched(.checked([nameIsCut], printed: ""), .checked([Sample.personName.result()], printed: ""))
        ),
        watch(
            "watch-one-green-one-red",
            [.coloured],
            watched(.checked([nameIsCut], printed: ""), .checked([nameIsOpen], printed: ""))
        ),
        watch(
            "watch-regression",
            [.wide, .coloured],
            watched(
                .checked([nameIsCut, Sample.handle.result(but: [1: .broken(.failed)])], printed: ""),
                standings: Sample.standings(.unsolved, .solved, .unsolved, .unsolved)
            )
        ),
        watch("watch-asks-before-a-reset", [.wide, .coloured], watched(keys: "x")),
        watch("watch-asks-before-a-solution", [.wide, .coloured], watched(keys: "d")),
        watch(
            "watch-solution",
            [.wide, .coloured],
            watched(
                .compared(
                    Sample.personName.id,
                    own: "struct PersonName {\n    var family: String\n}\n",
                    solution:
                        "struct PersonName: Hashable {\n    let family: String\n    let given: String\n}\n"
                )
            )
        ),
        watch("watch-chapter", [.wide], watched(keys: "i")),
        watch(
            "watch-verdict-at-hand",
            [.wide, .coloured],
            watched(.checked([nameIsCut], printed: ""), isNew: true)
        ),
        watch("watch-gone", [.wide, .coloured], withoutFirstChapter),
        watch("watch-starter-again", watched(startedOver: true)),
        watch("watch-keys", [.coloured, .ascii], watched(keys: "?")),
        watch("watch-first", watched(keys: "p")),
        watch("watch-not-kept", watched(.notKept(.cannotWrite(".kata/progress.json")))),
        watch(
            "watch-all-solved",
            watched(
                .checked([Sample.personName.result()], printed: ""),
                standings: Sample.standings(.solved, .solved, .solved, .solved)
            )
        ),
        watch("watch-list", [.wide, .coloured, .ascii], watched(keys: "l")),
        watch("watch-many-to-come", watched(keys: "c")),
        watch(
            "watch-many",
            [.wide, .coloured],
            watched(
                keys: "c",
                .checked(
                    [Sample.personName.result(), Sample.handle.result(but: [1: .broken(.crashed)])],
                    printed: ""
                )
            )
        ),
        watch("watch-building", [.coloured], watched(.progress(.building(chapters: [1]), seconds: 1.4))),
        watch("watch-preparing", [.coloured], watched(.preparing(chapter: 1))),
        watch("watch-running-long", watched(.progress(.running(katas: 1), seconds: 7.2))),
        watch("watch-complaint", [.coloured], watched(.failed(.noEditor(Sample.personName.file)))),
    ]

    private static let withoutFirstChapter: WatchState = {
        var state = watched()
        let standings = state.standings.filter { $0.kata.id.chapter != 1 }
        _ = state.handle(.reloaded(standings, chapters: state.chapters.filter { $0.number != 1 }))
        return state
    }()

    private static let nameIsCut = Sample.personName.result(but: [
        2: .broken(.failed, .lost("the family was cut at its space", "(a → b) == c"))
    ])
    private static let nameIsOpen = Sample.personName.result(but: [
        4: .broken(.failed, .lost("anybody can put another name into it"))
    ])

    private static func watched(
        keys: String = "",
        _ events: WatchState.Event...,
        startedOver: Bool = false,
        isNew: Bool = false,
        standings: [Standing] = Sample.standings(.unsolved, .unsolved, .unsolved, .unsolved)
    ) -> WatchState {
        var state = WatchState(
            standings: standings,
            chapters: Sample.chapters,
            current: Sample.personName.id,
            presented: isNew ? [] : Set(Sample.katas.map(\.id))
        )
        for key in keys { _ = state.handle(.key(.character(key))) }
        for event in events { _ = state.handle(event) }
        if startedOver { _ = state.handle(.restored(Sample.personName)) }
        return state
    }

    private static func watch(_ name: String, _ state: WatchState) -> Scene { watch(name, [], state) }

    private static func watch(_ name: String, _ looks: [Look], _ state: WatchState) -> Scene {
        Scene(name, looks) { layout in
            WatchScreen.body(state, layout: layout)
                + WatchScreen.footer(state, layout: layout, limits: Checker.Limits())
        }
    }
}

// MARK: - The list

extension Scene {
    static let listing: [Scene] = [
        browse("browse", [.wide, .coloured, .ascii]),
        browse("browse-folded", keys: [.left]),
        browse("browse-unsolved", [.coloured], keys: [.character("u")]),
        browse("browse-searching", keys: [.character("/"), .character("r"), .character("e")]),
        browse("browse-searched", keys: [.character("/"), .character("r"), .character("e"), .enter]),
        browse("browse-nothing", keys: [.character("/"), .character("없"), .enter]),
    ]

    private static func browse(_ name: String, _ looks: [Look] = [], keys: [Key] = []) -> Scene {
        var list = ListState(
            standings: Sample.standings(.solved, .unsolved, .changed, .unsolved),
            chapters: Sample.chapters,
            current: Sample.handle.id
        )
        for key in keys { _ = list.press(key) }
        return Scene(name, looks) { [list] layout in
            ListScreen.browse(list) + [.empty, ListScreen.keys(list, width: layout.width)]
        }
    }
}
