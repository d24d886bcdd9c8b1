/** Controls that may be placed on a page (domain 7.4). */
export const controls = [
  'companySeal',
  'legalSeal',
  'personSign',
  'handwrite',
  'crossPage',
  'date',
  'text',
  'textarea',
  'checkbox',
] as const
/** A kind of control: a row of the table of controls. */
export type Control = (typeof controls)[number]

/** What each is called. */
export const controlLabels: Readonly<Record<Control, string>> = {
  companySeal: '企业印章',
  legalSeal: '法定代表人章',
  personSign: '个人签名',
  handwrite: '手写签名',
  crossPage: '骑缝章',
  date: '签署日期',
  text: '单行文本',
  textarea: '多行文本',
  checkbox: '勾选框',
}
