import Foundation

/// A zip, made byte by byte, so that it may claim what none should.
struct Zip {
    struct Entry {
        var name: String
        var data: Data
        /// What the list says instead of the truth.
        var claimedSize: Int?
        var flags = 0
        /// As Unix knows it: a file, or a link (0o120777).
        var mode = 0o100644
        var modified: Int?

        init(
            _ name: String,
            _ text: String = "",
            claimedSize: Int? = nil,
            flags: Int = 0,
            mode: Int = 0o100644
        ) {
            (self.name, data) = (name, Data(text.utf8))
            (self.claimedSize, self.flags, self.mode) = (claimedSize, flags, mode)
        }
    }

    var entries: [Entry]
    var remark = ""
    /// What the end says instead of the truth.
    var claimedCount: Int?

    var data: Data {
        var body = Data()
        var list = Data()
        for entry in entries {
            let start = body.count
            let name = Data(entry.name.utf8)
            let sum = number(Int(Self.checksum(of: entry.data)), 4)
            let size = number(entry.claimedSize ?? entry.data.count, 4)
            // 2026-11-23 18:30:10
            let time = number(18 << 11 | 30 << 5 | 5, 2) + number((2026 - 1980) << 9 | 11 << 5 | 23, 2)
            let extra =
                entry.modified.map { number(0x5455, 2) + number(5, 2) + Data([1]) + number($0, 4) } ?? Data()
            let common =
                number(entry.flags, 2) + number(0, 2) + time + sum + number(entry.data.count, 4) + size
                + number(name.count, 2)
            body += number(0x0403_4B50, 4) + number(20, 2) + common + number(0, 2) + name + entry.data
            list += number(0x0201_4B50, 4) + number(3 << 8 | 20, 2) + number(20, 2) + common
            list += number(extra.count, 2) + number(0, 2) + number(0, 2) + number(0, 2)
            list += number(entry.mode << 16, 4) + number(start, 4) + name + extra
        }
        let count = number(claimedCount ?? entries.count, 2)
        let end = number(0x0605_4B50, 4) + number(0, 4) + count + count
        return body + list + end + number(list.count, 4) + number(body.count, 4)
            + number(remark.utf8.count, 2) + Data(remark.utf8)
    }

    private func number(_ value: Int, _ length: Int) -> Data {
        Data((0..<length).map { UInt8(value >> (8 * $0) & 0xFF) })
    }

    private static func checksum(of data: Data) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
