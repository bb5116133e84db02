//! Short texts in scripts that set no blanks: a name to be found by, or something that was done. `团队管理` names
//! what somebody knows, `管理团队` says what they did: what is done comes first in a deed and last in a name.

/// Signs of a name in Chinese letters: `自然语言处理` has six.
const LONGEST_NAME: usize = 6;
/// The same in scripts of sounds, where a sign is less than a word.
const LONGEST_OF_SOUNDS: usize = 4;

/// What begins a deed.
const DOING: [&str; 46] = [
    "负责", "負責", "主导", "主導", "主持", "参与", "參與", "带领", "帶領", "领导", "領導", "管理",
    "设计", "設計", "开发", "開發", "实现", "實現", "搭建", "构建", "構築", "建立", "优化", "優化",
    "改进", "改善", "推动", "推進", "完成", "编写", "撰写", "维护", "分析", "组织", "培养", "培训",
    "协助", "支持", "引入", "导入", "導入", "上线", "组建", "創業", "创立", "创建",
];

/// What tells that something was reached, wherever it stands.
const REACHED: [&str; 85] = [
    "获",
    "獲",
    "奖",
    "獎",
    "賞",
    "冠军",
    "冠軍",
    "亚军",
    "第一",
    "优秀",
    "優秀",
    "最佳",
    "最優",
    "之星",
    "满分",
    "晋升",
    "升职",
    "昇進",
    "昇格",
    "提升",
    "提高",
    "增长",
    "增加",
    "增收",
    "翻倍",
    "翻番",
    "倍增",
    "倍増",
    "下降",
    "降低",
    "减少",
    "削減",
    "缩短",
    "短縮",
    "节省",
    "节约",
    "節約",
    "突破",
    "达成",
    "達成",
    "超额",
    "超過",
    "成功",
    "录用",
    "入选",
    "表彰",
    "优胜",
    "優勝",
    "受賞",
    "合格",
    "金牌",
    "银牌",
    "扭亏",
    "零事故",
    "無事故",
    "排名",
    "一位",
    "首位",
    "榜首",
    "第1",
    "首席",
    "两倍",
    "兩倍",
    "二倍",
    "三倍",
    "数倍",
    "数百万",
    "上涨",
    "上昇",
    "向上",
    "減少",
    "黑字",
    "黒字",
    "皆勤",
    "满员",
    "두배",
    "배증",
    "1위",
    "일위",
    "우승",
    "수상",
    "달성",
    "증가",
    "감소",
    "승진",
];

/// What joins words to a sentence.
const JOINING: [char; 14] =
    ['的', '了', '与', '與', '和', '将', '將', '把', '对', '對', '从', '從', '并', '為'];

/// Whether a text tells in such a script what was done, and not by what it can be found. In doubt it does: a
/// deed among the keywords is lost, and a name among the deeds is a short line.
pub(super) fn tells_a_deed(text: &str) -> bool {
    let count = |is: fn(char) -> bool| text.chars().filter(|sign| is(*sign)).count();
    let of_words = count(is_of_words);
    if of_words + count(is_of_sounds) == 0 {
        return false;
    }
    // Japanese bends its verbs with letters of their own, which names do not have.
    let is_bent = text.contains(|sign| matches!(sign, '\u{3041}'..='\u{309f}'));
    let has_figure = text.contains(|sign: char| sign.is_numeric() || "%％".contains(sign));
    is_bent
        || of_words > LONGEST_NAME
        || count(is_of_sounds) > LONGEST_OF_SOUNDS
        || (of_words > 0 && has_figure)
        || text.contains(JOINING)
        || DOING.iter().any(|word| text.starts_with(word) && text.len() > word.len())
        || REACHED.iter().any(|word| text.contains(word))
}

/// Chinese signs, which Japanese has, too.
fn is_of_words(sign: char) -> bool {
    matches!(sign,
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Korean where nobody has set blanks, and the scripts of Thailand and its neighbours.
fn is_of_sounds(sign: char) -> bool {
    matches!(sign,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{ac00}'..='\u{d7a3}')
}

#[cfg(test)]
mod tests {
    use super::tells_a_deed;

    #[test]
    fn deeds_are_told_from_names() {
        for done in [
            "负责支付系统的架构设计与实现",
            "将页面加载时间缩短40%",
            "主导微服务改造",
            "チームを率いた",
            "決済基盤の設計と実装",
            "ออกแบบระบบชำระเงิน",
            "매출을두배로늘렸습니다",
            "管理团队",
            "分析数据",
            "优化数据库",
            "业绩翻倍",
            "销售冠军",
            "晋升主管",
            "优秀员工",
            "一等奖",
            "性能提升",
            "社長賞",
            "売上倍増",
            "新人賞受賞",
            "带5人",
            "売上一位",
            "매출두배",
            "매출 1위",
            "全国首位",
            "業績上昇",
            "销量两倍",
            "판매우승",
        ] {
            assert!(tells_a_deed(done), "{done}");
        }
        for name in [
            "微服务",
            "后端开发",
            "团队管理",
            "数据分析",
            "机器学习",
            "性能优化",
            "自然语言处理",
            "计算机视觉",
            "分布式系统",
            "系统设计",
            "设计",
            "マイクロサービス",
            "データ分析",
            "業務改善",
            "機械学習基盤",
            "Kubernetes",
            "C++ 17",
            "Led the team",
        ] {
            assert!(!tells_a_deed(name), "{name}");
        }
    }
}
