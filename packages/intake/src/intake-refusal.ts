/** What a file may cost: pages, one stream's and all streams' inflated bytes, and the same for images. */
export interface IntakeLimits {
  readonly pages: number
  readonly streamBytes: number
  readonly totalBytes: number
  readonly imageBytes: number
  /** Whether a foreign certification refuses the file or is only reported. */
  readonly certification: 'refuse' | 'report'
}

const mebibyte = 1024 * 1024

/** The limits of domain.md §2.1, with room for flate-coded scans, whose pixels are never held at once. */
export const intakeLimits: IntakeLimits = {
  pages: 500,
  streamBytes: 64 * mebibyte,
  totalBytes: 200 * mebibyte,
  imageBytes: 1024 * mebibyte,
  certification: 'refuse',
}

/** Every reason to refuse an upload, with the sentence that says what to do. */
export const intakeRefusals = {
  'not-pdf': '仅支持 pdf、doc、docx、jpg、jpeg、png 格式，请另存为PDF后重试',
  empty: '文件内容为空，请重新选择文件上传',
  encrypted: '文件已加密，请解除密码后重新上传',
  'wrong-password': '文件密码不正确，请重新输入',
  restricted: '文件限制编辑，请输入权限密码',
  'locked-office': '文件的加密方式不受支持，请在Word或WPS中解除密码，或另存为PDF后重新上传',
  'unreadable-image': '图片已损坏或编码不受支持，请另存为JPG或PNG后重新上传',
  damaged: '文件已损坏或无法解析，请用PDF阅读器打开并另存为新文件后重新上传',
  'foreign-names':
    '文件能够打开，但字体等资源的名称不是标准编码，无法移除其中的脚本或修复文件，请用“打印为PDF”另存后重新上传',
  'dynamic-form': '文件是动态表单（XFA），请用“打印为PDF”另存后重新上传',
  'too-many-pages': '文件超过500页，请拆分后分别上传',
  'too-complex': '文件结构过于复杂，无法处理，请用“打印为PDF”另存后重新上传',
  certified: '文件已被其他机构认证并禁止追加签署，请上传未经认证的原文件',
  'certified-no-field':
    '文件已被其他机构认证，只能签在其预留的空白签名域中，但文件没有可用的签名域，请向文件提供方索取预留签名域的文件或未经认证的原文件',
  'certified-demands':
    '文件已被其他机构认证，其预留的签名域限定了{}，本平台无法满足，请向文件提供方索取未作限定的文件或未经认证的原文件',
} as const
/** Why an upload is not accepted: a closed list. */
export type IntakeRefusalReason = keyof typeof intakeRefusals

/** What the sender chose: the password that opens the file, and whether a form's fields are drawn or kept read-only. */
export interface IntakeChoices {
  readonly password?: string | undefined
  readonly formMode?: 'flatten' | 'keep' | undefined
}

/**
 * A file that cannot be signed; `reason` is for programs, `message` for the person, `detail` for the log, and of
 * `certified-demands` the words that the sentence lacks.
 */
export class IntakeRefusal extends Error {
  override name = 'IntakeRefusal'
  readonly reason: IntakeRefusalReason
  readonly detail: string

  constructor(reason: IntakeRefusalReason, detail = '', options?: ErrorOptions) {
    super(intakeRefusals[reason].replace('{}', detail), options)
    this.reason = reason
    this.detail = detail
  }
}
