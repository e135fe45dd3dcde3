import Foundation

extension TimeInterval {
    /// «0.42 s», «12 s», «2 min 5 s».
    var shortSeconds: String {
        if self < 9.95 {
            let hundredths = Int((self * 100).rounded())
            let fraction = hundredths % 100
            return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
        }
        let whole = Int(rounded())
        return whole < 60 ? "\(whole) s" : "\(whole / 60) min \(whole % 60) s"
    }
}
