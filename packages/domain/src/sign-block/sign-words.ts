/** The words of Chinese signature blocks, as parts of regular expressions over a line's text (see `TextLine`). */

const kind = '(?:加?盖(?:公|单位|合同)?章|单位盖章|公章|合同章|签章|印章|签字|签名|签署|亲笔签名)'

/** 盖章, 签字, 签字或盖章 …: what is asked for. */
export const kindWords = `${kind}(?:[或/及并和与,]*${kind})*`

const stems = '甲乙丙丁戊己庚辛壬癸'

const trades =
  '出租|承租|出卖|买受|转让|受让|发包|承包|分包|委托|受托|借款|出借|贷款|担保|保证|抵押|质押|赠与|受赠|定作|承揽|托运|承运|' +
  '寄存|保管|许可|被许可|披露|接收|采购|供应|供货|服务|劳务|雇佣|受雇|聘用|受聘|加盟|特许|投资|合作|居间|见证|监护|申请|承诺|' +
  '声明|授权|被授权|收款|付款|建设|施工|监理|设计'

/** 甲方, 承租人, 供方 …: a side of the contract. */
export const sideWords =
  `(?:[${stems}]方(?:单位)?|(?:${trades})(?:方|人|单位)|[供需买卖贷借]方|用人单位|劳动者|员工|职工|雇员|雇主|业主|客户|` +
  '供应商|经销商|房东|租客|单位|公司)'

/** Who signs for a company, its agents before its legal representative. */
export const agentWords = '(?:委托代理人|授权代表人?|授权代理人|代理人|经办人|代表人?)'
/** Who heads a company. */
export const legalWords = '(?:法定代表人|法人代表|法人|负责人)'
/** 法定代表人, 委托代理人 …: who signs for a side. */
export const representativeWords = `(?:${legalWords}|${agentWords})(?:[或/及和](?:${legalWords}|${agentWords}))*`

// As long as anybody draws a line to write on: an upload's text is not to be trusted.
const blank = '[_.]{0,40}'
const emptyDay = `(?:20)?${blank}年${blank}月${blank}日`
/** 签署日期, 日期, or an empty 年 月 日. */
export const dateWords = `(?:(?:合同)?(?:签[署订字约名]|订立)?(?:日期|时间)|签[署订约]日):?(?:${emptyDay})?|${emptyDay}`

/** Words of which a page with a signature block has one. */
export const signatureWords = [
  '盖章',
  '公章',
  '签章',
  '签字',
  '签名',
  '盖单位章',
  '盖合同章',
  '法定代表人',
  '代理人',
  '日期',
  '年月日',
  ...[...stems].map((stem) => `${stem}方:`),
  ...[...stems].map((stem) => `${stem}方(`),
]

/** The place of 甲方, 乙方 … among the sides, from 0; undefined for a side that is called otherwise. */
export function stemIndex(side: string): number | undefined {
  const index = stems.indexOf(side[0] ?? '')
  return side[1] === '方' && index >= 0 ? index : undefined
}

/** A text as it stands in a regular expression. */
export const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
