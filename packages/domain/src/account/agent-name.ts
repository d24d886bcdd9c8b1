/** A browser as its owner knows it: `Windows · Chrome`, and whether it is held in the hand. */
export type AgentName = { readonly name: string; readonly handheld: boolean }

type Rule = readonly [pattern: RegExp, name: string]

// The first that fits counts: a later one is named in the agents of those before it.
const systems: readonly Rule[] = [
  [/OpenHarmony|HarmonyOS/i, '鸿蒙'],
  [/iPad/, 'iPad'],
  [/iPhone|iPod/, 'iPhone'],
  [/Android/, '安卓'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]
const browsers: readonly Rule[] = [
  [/wxwork/i, '企业微信'],
  [/MicroMessenger/i, '微信'],
  [/DingTalk/i, '钉钉'],
  [/Lark|Feishu/i, '飞书'],
  [/AlipayClient/i, '支付宝'],
  [/QQBrowser/i, 'QQ浏览器'],
  [/UCBrowser/i, 'UC浏览器'],
  [/HuaweiBrowser|ArkWeb/i, '华为浏览器'],
  [/MiuiBrowser/i, '小米浏览器'],
  [/SamsungBrowser/i, '三星浏览器'],
  [/360SE|360EE|QihooBrowser/i, '360浏览器'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const handhelds = new Set(['鸿蒙', 'iPad', 'iPhone', '安卓'])

const nameIn = (rules: readonly Rule[], agent: string) => rules.find(([pattern]) => pattern.test(agent))?.[1]

/** Names the system and the browser in a User-Agent header; `未知设备` when it tells neither. */
export function agentName(agent: string): AgentName {
  const system = nameIn(systems, agent)
  const name = [system, nameIn(browsers, agent)].filter((part) => part !== undefined).join(' · ')
  return { name: name || '未知设备', handheld: system !== undefined && handhelds.has(system) }
}
