import './space-badge.css'

/**
 * What a Chinese company's name starts with before what tells it from others: its places (杭州, 浙江省, 中国（上海）), which
 * it has from a list, and punctuation.
 */
const place =
  /^(?:中国|北京|天津|上海|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|台湾|内蒙古|广西|西藏|宁夏|新疆|香港|澳门|杭州|宁波|温州|南京|苏州|无锡|合肥|福州|厦门|南昌|济南|青岛|郑州|武汉|长沙|广州|深圳|珠海|佛山|东莞|成都|贵阳|昆明|西安|兰州|石家庄|太原|沈阳|大连|长春|哈尔滨|海口|南宁|呼和浩特|银川|西宁|拉萨|乌鲁木齐)(?:省|市|特别行政区|自治区)?/u

/** The character that tells a space from others. */
export function badgeLetter(name: string, kind: 'company' | 'person'): string {
  let rest = name
  if (kind === 'company') {
    for (let before = ''; before !== rest;) {
      before = rest
      rest = rest.replace(/^[\p{P}\p{Z}\s]+/u, '').replace(place, '')
    }
  }
  return [...(rest || name)].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? ''
}

/** A space at a glance: square for a company, round for a person, `size` px, its most telling character inside. */
export function SpaceBadge({ name, kind, size = 24 }: { name: string; kind: 'company' | 'person'; size?: number }) {
  return (
    <span
      className={`space-badge ${kind}`}
      style={{ width: size, height: size, fontSize: size * 0.5 }}
      aria-hidden="true"
    >
      {badgeLetter(name, kind)}
    </span>
  )
}
