/** Where a change shows. */
export interface FactPlace {
  /** Page, counted from 1. */
  page?: number
  /** Full name of the field. */
  field?: string
  /** Keys that changed. */
  keys?: string[]
}

/** One change, neutral as to permission (reference D1). */
export interface Fact extends FactPlace {
  kind: FactKind
  /** Index of the revision that made it. */
  revision: number
}

/** Every kind of change an increment can make; `diff/judge.ts` says what each is worth. */
export type FactKind = keyof typeof texts

const texts = {
  dss: () => '追加了长期验证数据',
  'dss-malformed': () => '长期验证数据异常',
  metadata: () => '文档属性已更新',
  title: () => '文档标题或作者被修改',
  version: () => '文档版本声明已更新',
  'structure-extended': () => '补充了文档结构信息',
  'private-data': () => '应用程序私有数据已更新',
  'trailer-irregular': () => '文件尾信息不规范',
  'trailer-key': () => '文件尾被修改',
  'field-signed': ({ field }) => `签名域“${field ?? ''}”完成签署`,
  'timestamp-field-added': () => '追加了文档时间戳',
  'timestamp-field-signed': () => '追加了文档时间戳',
  'signature-field-added': ({ field }) => `新增了签名“${field ?? ''}”`,
  'signature-field-added-visible': ({ field }) => `新增了可见签章“${field ?? ''}”`,
  'signature-field-large': ({ field }) => `签章“${field ?? ''}”占页面四分之一以上`,
  'empty-signature-field-added': ({ field }) => `新增了空白签名域“${field ?? ''}”`,
  'empty-signature-field-added-visible': ({ field }) => `新增了可见的空白签名域“${field ?? ''}”`,
  'field-locked': ({ field }) => `填写项“${field ?? ''}”被设为只读`,
  'field-filled': ({ field }) => `填写项“${field ?? ''}”被填写或修改`,
  'appearance-contradicts-value': ({ field }) => `填写项“${field ?? ''}”显示的内容与其值不一致`,
  'appearance-not-comparable': ({ field }) => `填写项“${field ?? ''}”显示的内容无法核对`,
  'button-appearance': ({ field }) => `填写项“${field ?? ''}”换了图像，显示的内容无法核对`,
  'signed-field-changed': ({ field }) => `已签署的签名域“${field ?? ''}”被修改`,
  'signed-appearance-changed': ({ field }) => `已签署的印章“${field ?? ''}”外观被替换`,
  'form-structure': ({ field }) => (field === undefined ? '表单结构被修改' : `填写项“${field}”的结构被修改`),
  'default-resources-added': () => '表单默认资源有新增',
  'default-resources-changed': () => '表单默认字体被替换',
  xfa: () => 'XFA表单数据被修改',
  'annotation-markup': ({ page }) => `${onPage(page)}添加或修改了批注`,
  'annotation-other': ({ page }) => `${onPage(page)}添加或修改了批注`,
  'annotation-removed': ({ page }) => `${onPage(page)}批注被删除`,
  'tab-order': ({ page }) => `${onPage(page)}跳转顺序被修改`,
  'page-content': ({ page }) => `${onPage(page)}内容被替换`,
  'page-resources': ({ page }) => `${onPage(page)}字体或图像被替换`,
  pages: () => '页面被增删或调换',
  'page-template': ({ page }) => `${onPage(page)}由模板生成`,
  catalog: ({ keys }) => `文档设置被修改（${(keys ?? []).join('、')}）`,
  layers: () => '图层显示被修改',
  'action-added': () => '新增了会自动执行的动作',
  'shared-object': () => '借填写之名改动了其他内容',
  'object-freed': () => '已有内容被删除',
  'unused-object': () => '追加了未使用的对象',
} satisfies Record<string, (place: FactPlace) => string>

function onPage(page: number | undefined): string {
  return page === undefined ? '页面' : `第${page}页`
}

/**
 * The sentence for people, such as 第3页内容被替换. Numbered children of one field, the strips of a cross-page seal,
 * are spoken of by their parent's name.
 */
export function factText(fact: Fact): string {
  const { field } = fact
  return texts[fact.kind](field === undefined ? fact : { ...fact, field: field.replace(/(?:\.\d+)+$/, '') })
}
