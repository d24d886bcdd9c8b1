/** What the sender is told about an accepted file before sending it. */
export type Warning =
  | { readonly kind: 'repaired'; readonly text: string }
  | { readonly kind: 'image-placed'; readonly text: string }
  | { readonly kind: 'password-removed'; readonly text: string }
  | { readonly kind: 'protection-removed'; readonly text: string }
  | { readonly kind: 'scripts-removed'; readonly text: string }
  | { readonly kind: 'scripts-kept'; readonly text: string }
  | { readonly kind: 'form-flattened'; readonly text: string }
  | { readonly kind: 'form-locked'; readonly text: string }
  | { readonly kind: 'fonts-missing'; readonly text: string; readonly fonts: readonly string[] }
  | { readonly kind: 'fonts-embedded'; readonly text: string; readonly fonts: readonly string[] }
  | { readonly kind: 'hidden-layers'; readonly text: string }
  | { readonly kind: 'hidden-layers-kept'; readonly text: string }
  | { readonly kind: 'layers-flattened'; readonly text: string }
  | { readonly kind: 'already-signed'; readonly text: string }
  | { readonly kind: 'own-fields'; readonly text: string }
  | { readonly kind: 'mixed-page-sizes'; readonly text: string }
/** What may be said of an upload that is accepted: a closed list. */
export type WarningKind = Warning['kind']

type NamedFonts = 'fonts-missing' | 'fonts-embedded'
/** Kinds whose sentence says more than the kind does. */
type Told = NamedFonts | 'own-fields'

const texts: Record<Exclude<WarningKind, Told>, string> = {
  'image-placed': '图片已转换为A4页面，请预览核对内容',
  'password-removed': '文件的打开密码已在签署副本中解除，原文件保持不变',
  repaired: '文件已修复，请核对页面内容',
  'protection-removed': '文件的编辑限制已解除，请确认您有权签署该文件',
  'scripts-removed': '文件中的脚本、自动动作或内嵌附件已移除，请核对页面内容',
  'scripts-kept': '文件含有脚本、自动动作或内嵌附件，因已有数字签名而保持原样',
  'form-flattened': '文件中的表单已按当前内容固定，签署后不可再填写',
  'form-locked': '文件中的表单已保留为只读，签署后不可再填写',
  'hidden-layers': '已移除隐藏图层，签署内容以当前显示的页面为准，请预览核对',
  'hidden-layers-kept': '文件含有隐藏图层，因已有数字签名而保持原样，签署内容以当前显示的页面为准，请预览核对',
  'layers-flattened': '文件中的图层已按当前显示固定，签署后不可再切换，请预览核对',
  'already-signed': '该文件已包含数字签名，将在保留原签名的前提下追加签署',
  'mixed-page-sizes': '文件各页尺寸不一致，请核对每页的签署位置',
}

/** The warning of a kind with its fixed sentence. */
export function warning(kind: Exclude<WarningKind, Told>): Warning {
  return { kind, text: texts[kind] }
}

/** Names the fonts that a reader will substitute. */
export function fontsMissing(fonts: readonly string[]): Warning {
  return { kind: 'fonts-missing', text: `以下字体未嵌入，将以替代字体显示：${fonts.join('、')}`, fonts }
}

/** Names the fonts that the kept copy shows in an embedded substitute. */
export function fontsEmbedded(fonts: readonly string[]): Warning {
  return { kind: 'fonts-embedded', text: `以下字体未嵌入，已嵌入替代字体，请核对页面内容：${fonts.join('、')}`, fonts }
}

/** Says how many places there are to sign in a file that takes no new ones, and why some of its fields are none. */
export function ownFields(count: number, demands: readonly string[]): Warning {
  const refused = demands.length > 0 ? `；另有签名域限定了${demands.join('、')}，不能使用` : ''
  return { kind: 'own-fields', text: `该文件已被其他机构认证，只能签在文件预留的${count}处签名域中${refused}` }
}
