extension Sample {
    static let pageOfValueObjects = """
        # Chapter 1 · Value objects

        A member's name, a handle, a sum in won: *what* they are is all that they are. Moa (모아) is full of them.

        ```mermaid
        flowchart LR
            name --> part
        ```

        ## When not to use it

        When the domain asks «which one?», as it does of a member, it is an entity.

        ## Glossary

        | English | Korean | In Moa |
        |---|---|---|
        | value | 값 | a name, a handle |
        | part | 부분 | the family name 남궁 |

        ## 1.1 Names without splitting

        Moa sorts its lists by family name, which is cut out of one string at a space. Since 남궁 민 and Mary Ann
        Evans joined, greetings go to «Mary».

        ### Task

        Make `PersonName` a value: its parts are a family name and a given name.

        - `PersonName(family:given:)` makes one; `family` and `given` read its parts.
        - `familyFirst` shows «김 소리», and `givenFirst` shows «소리 김»: the parts
          with one space between.

        ```swift
        ## this is no heading
        let name = PersonName(family: "김", given: "소리")
        ```

        ### Rules

        - equal parts make equal names
        - a part of two words stays whole, however long it is and however often
          it is shown: 남궁
        - the reader's custom decides which part is shown first
        - no part can be set from outside

        ### Hints

        <details><summary>Hint 1</summary>

        If you change the number 1 into 2, is that still 1? What would it mean to *change* a name?

        </details>

        <details><summary>Hint 2</summary>

        Keep two stored properties. A `struct` with `let` can't be changed by anybody:

        1. say what the parts are,
        2. ask for `Hashable`.

        </details>

        <details><summary>Hint 3</summary>

        `struct PersonName: Hashable, Sendable` needs no initialiser of its own.

        </details>

        ### Afterword

        You removed the splitting by never joining. Code that compares names now compares *names*.

        The price is a new value for each change; see [Evans](https://example.org) for more.

        ## 1.2 Born valid

        Two members are called `@sori` and `@Sori`, and the letters for both go to one of them.

        ### Task

        Let a `Handle` be born valid, or not at all.

        ### Rules

        - a handle knows no letter case

        ### Hints

        ### Afterword

        What is born valid needs no check later.

        ## Debrief

        Which word joined our glossary?
        """

    static let pageOfEntities = """
        # Chapter 2 · Entities, and how a member stays the same though everything about her changes

        ## 2.1 Renaming

        김소리 marries and takes another name, and her circle forgets who she is.

        ### Task

        Let `Member` be one member for life.

        ### Rules

        - a renamed member is the same member
        - a new name is told to the circle once
        - the old name stays in the minutes
        - a refused name changes nothing

        ### Hints

        <details><summary>Hint 1</summary>

        Who is asked?

        </details>

        ### Afterword

        Identity is a decision of the domain.
        """
}
