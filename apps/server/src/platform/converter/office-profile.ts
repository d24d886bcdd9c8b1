import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Windows and macOS fonts of Chinese contracts, by what stands in for them. */
const lookAlikes = {
  serif: [
    '宋体',
    'SimSun',
    '新宋体',
    'NSimSun',
    'SimSun-ExtB',
    '华文宋体',
    'STSong',
    '华文中宋',
    'STZhongsong',
    '方正小标宋简体',
    'FZXiaoBiaoSong-B05S',
    '仿宋',
    'FangSong',
    '仿宋_GB2312',
    'FangSong_GB2312',
    '华文仿宋',
    'STFangsong',
    '楷体',
    'KaiTi',
    '楷体_GB2312',
    'KaiTi_GB2312',
    '华文楷体',
    'STKaiti',
    'Songti SC',
    'Kaiti SC',
  ],
  sans: [
    '黑体',
    'SimHei',
    '微软雅黑',
    'Microsoft YaHei',
    'Microsoft YaHei UI',
    '等线',
    'DengXian',
    '华文细黑',
    'STXihei',
    '华文黑体',
    'STHeiti',
    'Heiti SC',
    'PingFang SC',
    '幼圆',
    'YouYuan',
  ],
}

/** What Chinese text gets: simplified shapes, never the Japanese ones that many machines prefer. */
const faces = { serif: ['Noto Serif SC', 'Noto Serif CJK SC'], sans: ['Noto Sans SC', 'Noto Sans CJK SC'] }

/** Macros, links and remote content are off: what is converted is what lies in the file. */
const settings: readonly [path: string, name: string, value: string][] = [
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '2'],
  ['/org.openoffice.Office.Linguistic/General', 'DefaultLocale_CJK', 'zh-CN'],
  ['/org.openoffice.Setup/L10N', 'ooSetupSystemLocale', 'zh-CN'],
]

/**
 * Writes LibreOffice's settings to `profile`, and to `fontConfig` which fonts there are: the machine's, `fontFolder`'s.
 */
export function writeOfficeProfile(profile: string, fontConfig: string, fontFolder: string): void {
  mkdirSync(join(profile, 'user'), { recursive: true })
  writeFileSync(join(profile, 'user', 'registrymodifications.xcu'), registry())
  writeFileSync(fontConfig, fontRules(fontFolder))
}

function registry(): string {
  const items = settings.map(
    ([path, name, value]) =>
      `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  const spaces = 'xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items ${spaces}>\n${items.join('\n')}\n</oor:items>\n`
}

function fontRules(fontFolder: string): string {
  const accepted = (kind: keyof typeof faces) => faces[kind].map((face) => `<family>${face}</family>`).join('')
  const alias = (family: string, kind: keyof typeof faces) =>
    `<alias binding="same"><family>${family}</family><accept>${accepted(kind)}</accept></alias>`
  const strings = faces.serif.map((face) => `<string>${face}</string>`).join('')
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    `<dir>${fontFolder}</dir>`,
    ...lookAlikes.serif.map((family) => alias(family, 'serif')),
    ...lookAlikes.sans.map((family) => alias(family, 'sans')),
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    '<match target="pattern"><test name="lang" compare="contains"><string>zh</string></test>',
    `<edit name="family" mode="append">${strings}</edit></match>`,
    '</fontconfig>',
    '',
  ].join('\n')
}
