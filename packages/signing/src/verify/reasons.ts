/** How much a reason weighs; the worst one decides the verdict (reference §1). */
export type Severity = 'invalid' | 'indeterminate' | 'warning' | 'info'

/** What a reason is about. */
export type ReasonFamily =
  | 'malformed'
  | 'coverage'
  | 'changed'
  | 'permission'
  | 'profile'
  | 'identity'
  | 'time'
  | 'structure'

interface ReasonText {
  family: ReasonFamily
  /** The usual weight; a rule may state another where the table of the reference has two. */
  severity: Severity
  text: string
  textEn: string
  clause: string
}

/** A reason as callers see it: code, weight, one sentence in two languages, the clause, what completes it. */
export interface Reason {
  code: ReasonCode
  severity: Severity
  text: string
  textEn: string
  clause: string
  detail?: string
}

type Row = [family: ReasonFamily, severity: Severity, text: string, textEn: string, clause: string]

/** The closed set of reasons (reference §8); clauses named §, B, P, D, V are of the verification reference. */
const rows = {
  'signature-dictionary-malformed': [
    'malformed',
    'invalid',
    '签名结构损坏',
    'The signature dictionary is damaged',
    'ISO 32000-2 Table 255',
  ],
  'contents-missing': [
    'malformed',
    'invalid',
    '签名缺少签名值',
    'The signature has no signature value',
    'ISO 32000-2 Table 255',
  ],
  'contents-not-hex-string': [
    'malformed',
    'invalid',
    '签名值格式错误',
    'The signature value is not a direct hex string',
    'ISO 32000-2 Table 255',
  ],
  'contents-empty': ['malformed', 'invalid', '签名值为空', 'The signature value is empty', 'ISO 32000-2 Table 255'],
  'contents-padding-not-zero': [
    'profile',
    'warning',
    '签名值后有多余数据',
    'Unused room after the signature is not zero',
    'B9',
  ],
  'byte-range-missing': [
    'malformed',
    'invalid',
    '签名没有说明覆盖范围',
    'The signature does not say what it covers',
    'ISO 32000-2 Table 255',
  ],
  'byte-range-shape': [
    'coverage',
    'invalid',
    '签名覆盖范围格式异常',
    'The covered range is not two parts',
    'ISO 32000-2 12.8.1',
  ],
  'byte-range-outside-file': [
    'coverage',
    'invalid',
    '签名覆盖范围超出文件',
    'The covered range leaves the file',
    'ISO 32000-2 12.8.1',
  ],
  'byte-range-gap-not-contents': [
    'coverage',
    'invalid',
    '签名留出了不应留出的内容',
    'Bytes other than the signature value are left unsigned',
    'ISO 32000-2 12.8.1',
  ],
  'byte-range-end-not-revision-end': [
    'coverage',
    'invalid',
    '签名未覆盖该版本的全部内容',
    'The signature does not cover its whole revision',
    'ISO 32000-2 12.8.1',
  ],
  'byte-range-collision': ['coverage', 'invalid', '多个签名的覆盖范围冲突', 'Signatures overlap', 'ISO 32000-2 12.8.1'],
  'signature-removed': [
    'changed',
    'invalid',
    '曾有的签名已被删除或替换',
    'A signature was removed or replaced',
    'ISO 32000-2 12.7.5.5',
  ],
  'signature-recycled': ['malformed', 'invalid', '签名被重复使用', 'An old signature was reused in a new field', 'B1'],
  'signature-in-object-stream': [
    'malformed',
    'invalid',
    '签名存放位置异常',
    'The signature sits inside an object stream',
    'ISO 32000-2 7.5.7',
  ],
  'subfilter-type-mismatch': [
    'malformed',
    'invalid',
    '签名类型自相矛盾',
    'Signature type and format disagree',
    'ISO 32000-2 12.8.5',
  ],
  'subfilter-unsupported': [
    'profile',
    'indeterminate',
    '不支持该签名格式',
    'This signature format is not supported',
    'ISO 32000-2 Table 255',
  ],
  'structure-fault-after-signature': [
    'changed',
    'invalid',
    '签署后文件被改动',
    'The file was changed after signing',
    'P0',
  ],
  'trailing-data': [
    'changed',
    'invalid',
    '文件末尾有签署后追加的内容',
    'Data was added behind the signed file',
    'ISO 32000-2 7.5.5',
  ],
  'trailing-whitespace': [
    'structure',
    'warning',
    '文件末尾有多余空白',
    'Blank bytes follow the file',
    'ISO 32000-2 7.5.5',
  ],
  'unreferenced-bytes': [
    'structure',
    'indeterminate',
    '文件含无法归属的数据',
    'Bytes belong to no object',
    'ISO 32000-2 7.5.1',
  ],
  'header-not-at-start': [
    'structure',
    'indeterminate',
    '文件开头有多余数据',
    'The file does not begin with its header',
    'ISO 32000-2 7.5.2',
  ],
  'startxref-mismatch': [
    'structure',
    'indeterminate',
    '文件目录指针不一致',
    'A cross-reference pointer is wrong',
    'ISO 32000-2 7.5.5',
  ],
  'xref-malformed': [
    'structure',
    'indeterminate',
    '文件目录格式错误',
    'The cross-reference section is malformed',
    'ISO 32000-2 7.5.4, 7.5.8',
  ],
  'xref-object-mismatch': [
    'structure',
    'indeterminate',
    '文件目录指向了别的对象',
    'The cross-reference names another object',
    'ISO 32000-2 7.5.4',
  ],
  'xref-points-outside-increment': [
    'changed',
    'invalid',
    '签署后启用了隐藏的旧内容',
    'A later revision activates hidden earlier content',
    'P6',
  ],
  'hybrid-reference': ['structure', 'info', '兼容模式文件', 'Hybrid-reference file', 'ISO 32000-2 7.5.8.4'],
  'readers-disagree': [
    'structure',
    'indeterminate',
    '不同阅读器看到的内容不同',
    'Readers may show different content',
    'P8, V1',
  ],
  'duplicate-key': ['structure', 'indeterminate', '同一属性出现两次', 'A key occurs twice', 'ISO 32000-2 7.3.7'],
  'name-obfuscated': ['structure', 'warning', '名称被特殊编码', 'A name is needlessly escaped', 'ISO 32000-2 7.3.5'],
  'stream-length-mismatch': [
    'structure',
    'indeterminate',
    '数据长度不符',
    "A stream's length is wrong",
    'ISO 32000-2 7.3.8.2',
  ],
  'external-stream': [
    'structure',
    'indeterminate',
    '内容存放在文件之外',
    'Content lies outside the file',
    'ISO 32000-2 7.3.8.2',
  ],
  'circular-structure': [
    'structure',
    'indeterminate',
    '文件结构循环',
    'The structure is circular',
    'ISO 32000-2 7.7.3',
  ],
  'duplicate-field-name': [
    'structure',
    'indeterminate',
    '两个填写项同名',
    'Two fields share one name',
    'ISO 32000-2 12.7.4.2',
  ],
  'page-tree-inconsistent': [
    'structure',
    'indeterminate',
    '页面结构自相矛盾',
    'The page tree contradicts itself',
    'ISO 32000-2 7.7.3',
  ],
  'dormant-object': ['structure', 'info', '含未使用的隐藏对象', 'Hidden unused objects exist', 'P11'],
  'signature-lookalike': ['structure', 'info', '含类似签名的数据', 'Signature-like data that is no signature', '§3'],
  'unused-object': ['structure', 'info', '含未使用的对象', 'Unused objects were added', 'D5'],
  'encrypted-unreadable': [
    'structure',
    'indeterminate',
    '文件已加密，无法检查内容',
    'Encrypted, content cannot be checked',
    'ISO 32000-2 7.6',
  ],
  'cms-malformed': ['malformed', 'invalid', '签名值无法解析', 'The signature value cannot be parsed', 'RFC 5652'],
  'cms-signer-count': ['malformed', 'invalid', '签名值含零个或多个签署者', 'Not exactly one signer', 'EN 319 142-1'],
  'cms-no-signed-attributes': [
    'profile',
    'indeterminate',
    '内容完整，但签名缺少必需属性',
    'Intact, but required attributes are missing',
    'RFC 5652 5.3',
  ],
  'cms-attribute-missing': [
    'malformed',
    'invalid',
    '签名属性缺失或重复',
    'A required attribute is absent or doubled',
    'RFC 5652 11',
  ],
  'cms-encapsulated-content': [
    'profile',
    'indeterminate',
    '内容完整，但签名内夹带数据',
    'Intact, but data is encapsulated',
    'EN 319 142-1',
  ],
  'cms-not-der': ['profile', 'warning', '签名编码不规范', 'Signed attributes are not DER', 'RFC 5652 5.4'],
  'pades-profile': ['profile', 'warning', '不完全符合PAdES规范', 'Not fully PAdES baseline', 'EN 319 142-1 6.3'],
  'digest-mismatch': ['changed', 'invalid', '文件内容已被篡改', 'The signed content was changed', 'RFC 5652 5.6'],
  'signature-value-wrong': ['malformed', 'invalid', '签名值验证失败', 'The signature value is wrong', 'RFC 5652 5.6'],
  'signing-certificate-mismatch': [
    'identity',
    'invalid',
    '证书与签名不符',
    'The certificate is not the one signed with',
    'RFC 5035',
  ],
  'signing-certificate-missing': [
    'identity',
    'indeterminate',
    '找不到签署证书',
    "The signer's certificate is missing",
    'RFC 5652',
  ],
  'ess-missing': ['profile', 'info', '签名未绑定证书', 'The certificate is not bound', 'RFC 5035'],
  'ess-sha1': ['profile', 'warning', '证书绑定使用旧算法', 'Certificate binding uses SHA-1', 'RFC 2634'],
  'algorithm-forbidden': ['profile', 'invalid', '使用了不安全的算法', 'A broken algorithm is used', '§4 C7'],
  'algorithm-weak': ['profile', 'indeterminate', '使用了较弱的算法', 'A weak algorithm is used', '§4 C7'],
  'digest-algorithm-weak': ['profile', 'indeterminate', '使用了较弱的摘要算法', 'A weak digest is used', '§4 C7'],
  'algorithm-unsupported': ['profile', 'indeterminate', '不支持该算法', 'The algorithm is not supported', '§4 C7'],
  'chain-untrusted': [
    'identity',
    'indeterminate',
    '签名完整，但签署人身份无法确认',
    "Intact, but the signer's identity is unconfirmed",
    'RFC 5280 6',
  ],
  'chain-invalid': ['identity', 'indeterminate', '证书链无效', 'The certificate chain is not valid', 'RFC 5280 6'],
  'certificate-expired-no-poe': [
    'identity',
    'indeterminate',
    '证书已过期，且无时间戳证明签署时间',
    'Expired, no proof of time',
    'EN 319 102-1',
  ],
  'certificate-not-yet-valid': ['identity', 'invalid', '签署时证书尚未生效', 'Not yet valid when signed', 'RFC 5280'],
  'certificate-revoked': ['identity', 'invalid', '证书已被吊销', 'The certificate is revoked', 'RFC 5280 5'],
  'revocation-unknown': ['identity', 'indeterminate', '无法确认证书状态', 'Revocation state unknown', 'EN 319 102-1'],
  'revocation-stale': ['identity', 'indeterminate', '证书状态信息过旧', 'Revocation data too old', 'EN 319 102-1'],
  'key-usage-not-signing': [
    'identity',
    'indeterminate',
    '证书不可用于签名',
    'The certificate is not for signing',
    'RFC 5280 4.2.1.3',
  ],
  'extended-key-usage': [
    'identity',
    'indeterminate',
    '证书用途不符',
    "The certificate's purpose does not fit",
    'RFC 5280 4.2.1.12',
  ],
  'timestamp-invalid': ['time', 'warning', '时间戳无效', 'The time-stamp is not valid', 'RFC 3161'],
  'timestamp-order': ['time', 'indeterminate', '时间戳先后矛盾', 'Time-stamps contradict', 'EN 319 102-1'],
  'timestamp-missing': ['time', 'info', '没有时间戳', 'No time-stamp', '§4 T4'],
  'claimed-time-contradicts': ['time', 'warning', '声称的时间与时间戳不符', 'Claimed time contradicts', '§4 T4'],
  'docmdp-level-unknown': [
    'permission',
    'warning',
    '修改权限取值异常',
    'Unknown permission level',
    'ISO 32000-2 Table 257',
  ],
  'certification-not-first': [
    'permission',
    'indeterminate',
    '认证签名不是第一个签名',
    'The certification is not the first signature',
    'ISO 32000-2 12.8.2.2',
  ],
  'certification-duplicate': [
    'permission',
    'indeterminate',
    '文件含多个认证签名',
    'There is more than one certification',
    'ISO 32000-2 12.8.2.2',
  ],
  'certification-inconsistent': [
    'permission',
    'warning',
    '认证标记不一致',
    'Permissions and signature disagree on certification',
    'ISO 32000-2 12.8.6',
  ],
  'lock-inconsistent': [
    'permission',
    'warning',
    '锁定规则前后不一致',
    'Field lock and signature disagree',
    'ISO 32000-2 Table 236, 259',
  ],
  'lock-unknown-action': ['permission', 'warning', '锁定规则取值异常', 'Unknown lock action', 'ISO 32000-2 Table 259'],
  'change-page-content': [
    'changed',
    'invalid',
    '签署后页面内容被修改',
    'A page was changed after signing',
    'ISO 32000-2 Table 257',
  ],
  'change-pages': [
    'changed',
    'invalid',
    '签署后页面被增删或调换',
    'Pages were added, removed or moved',
    'ISO 32000-2 Table 257',
  ],
  'change-resources': ['changed', 'invalid', '签署后字体或图像被替换', 'A font or image was replaced', 'D32'],
  'change-shared-object': [
    'changed',
    'invalid',
    '签署后借填写之名改动了其他内容',
    'An allowed change also alters other content',
    'D3',
  ],
  'change-catalog': ['changed', 'invalid', '签署后文档设置被修改', 'Document-level entries were changed', 'D27'],
  'change-layers': ['changed', 'invalid', '签署后图层显示被修改', 'Layer visibility was changed', 'ISO 32000-2 8.11'],
  'change-form-structure': [
    'changed',
    'invalid',
    '签署后表单结构被修改',
    "The form's structure was changed",
    'D21, D22',
  ],
  'change-locked-field': [
    'permission',
    'invalid',
    '已锁定的填写项被修改',
    'A locked field was changed',
    'ISO 32000-2 Table 259',
  ],
  'change-not-permitted': [
    'permission',
    'invalid',
    '超出文件允许的修改',
    'Not allowed by the certification',
    'ISO 32000-2 Table 257',
  ],
  'object-freed': ['changed', 'invalid', '签署后内容被删除', 'Content was deleted', 'P7'],
  'trailer-key': ['changed', 'invalid', '签署后文件尾被修改', 'The trailer was changed', 'D36'],
  'trailer-irregular': [
    'structure',
    'warning',
    '文件尾信息不规范',
    'A trailer entry is irregular',
    'ISO 32000-2 7.5.5',
  ],
  'signature-appearance-changed': [
    'changed',
    'invalid',
    '已签署的印章外观被替换',
    'A signed appearance was replaced',
    'D19',
  ],
  'signature-field-added-after-certification': [
    'permission',
    'indeterminate',
    '认证后新增了可见签章，请核对',
    'A visible field was added after certification',
    'D17',
  ],
  'signature-field-added': ['permission', 'info', '签署后新增了签名域', 'A signature field was added', 'D15, D16'],
  'unsigned-fill': [
    'permission',
    'indeterminate',
    '签署后填写的内容无人签名',
    'A later fill-in is signed by nobody',
    'D20',
  ],
  'field-filled': ['permission', 'info', '签署后按规定填写了表单', 'The form was filled as allowed', 'D20'],
  'annotation-after-signature': [
    'changed',
    'invalid',
    '签署后添加或修改了批注',
    'Annotations changed after signing',
    'D23',
  ],
  'annotation-can-hide-content': [
    'permission',
    'indeterminate',
    '允许的批注可能遮挡内容，请核对',
    'An allowed annotation may hide content',
    'D23',
  ],
  'default-resources-changed': [
    'changed',
    'invalid',
    '表单默认字体被替换',
    'Default form resources were changed',
    'D29',
  ],
  'page-template': [
    'permission',
    'indeterminate',
    '由模板生成了新页',
    'A page was created from a template',
    'ISO 32000-2 Table 257',
  ],
  'xfa-present': [
    'structure',
    'indeterminate',
    '含XFA表单，显示内容可能不同',
    'XFA form: display may differ',
    '32000-1 12.7.8',
  ],
  'dss-updated': ['permission', 'info', '追加了长期验证数据', 'Long-term data was added', 'ISO 32000-2 12.8.4.3'],
  'dss-malformed': ['changed', 'invalid', '长期验证数据异常', 'Long-term data is malformed', 'ISO 32000-2 12.8.4.3'],
  'metadata-updated': ['permission', 'info', '文档属性已更新', 'Document properties were updated', 'D14'],
  'title-changed': ['permission', 'warning', '文档标题或作者被修改', 'Title or author was changed', 'D14'],
  'own-profile-violated': [
    'permission',
    'invalid',
    '不符合本平台签署规则',
    "Violates this platform's signing rules",
    '§5',
  ],
  'budget-exceeded': [
    'structure',
    'indeterminate',
    '文件过于复杂，未能完成验证',
    'Too complex to verify completely',
    '§10',
  ],
  'internal-error': ['structure', 'indeterminate', '验证过程出错，请稍后重试', 'Verification failed on our side', '§1'],
  'object-malformed': ['structure', 'indeterminate', '文件对象格式错误', 'An object is malformed', 'ISO 32000-2 7.3'],
} as const satisfies Record<string, Row>

/** A code of the closed set. */
export type ReasonCode = keyof typeof rows

/** Every code, in the order of the table. */
export const reasonCodes: readonly ReasonCode[] = Object.keys(rows).filter((code) => isReasonCode(code))

function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(rows, code)
}

/** The documented texts of a code. */
export function reasonText(code: ReasonCode): ReasonText {
  const [family, severity, text, textEn, clause] = rows[code]
  return { family, severity, text, textEn, clause }
}

/** A reason with its usual weight unless another is given. */
export function reason(code: ReasonCode, more: { severity?: Severity; detail?: string } = {}): Reason {
  const { severity, text, textEn, clause } = reasonText(code)
  return {
    code,
    severity: more.severity ?? severity,
    text,
    textEn,
    clause,
    ...(more.detail === undefined ? {} : { detail: more.detail }),
  }
}
