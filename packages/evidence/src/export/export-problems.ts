import type { EvidenceProblem } from '../evidence.ts'

type Row = readonly [severity: 'invalid' | 'indeterminate', zh: string, en: string]

const rows = {
  'manifest-missing': ['invalid', '导出包缺少清单或清单签名', 'the export has no manifest, or nobody signed it'],
  'manifest-unreadable': ['invalid', '导出清单无法读取', 'the manifest of the export cannot be read'],
  'manifest-foreign': ['invalid', '清单签名不属于这份清单', 'the signature is that of another manifest'],
  'manifest-invalid': ['invalid', '清单的平台签名无效', 'the platform’s signature on the manifest is not valid'],
  'manifest-untrusted': ['indeterminate', '无法确认清单由谁签名', 'who signed the manifest cannot be confirmed'],
  'export-hash': ['invalid', '文件与清单中的指纹不一致', 'a file does not have the hash in the manifest'],
  'export-unlisted': ['invalid', '导出包中有清单以外的文件', 'a file is not listed in the manifest'],
  'export-missing': ['invalid', '导出包缺少清单中的文件', 'a listed file is missing from the export'],
  'export-contract': ['invalid', '合同的证据未通过验证', 'the evidence of a contract is not valid'],
  'export-contract-open': ['indeterminate', '合同的证据无法完全确认', 'the evidence of a contract cannot be confirmed'],
  'export-left-out': [
    'indeterminate',
    '导出时无法读取的合同，不在包中',
    'a contract could not be read and was left out',
  ],
} as const satisfies Record<string, Row>

/** What can be wrong with a company's export beside what can be with its evidence: a closed list. */
export type ExportCode = keyof typeof rows

/** One thing that is wrong with an export, as `EvidenceProblem` has it. */
export type ExportProblem = Omit<EvidenceProblem, 'code'> & { code: ExportCode | EvidenceProblem['code'] }

/** A problem of an export in words. */
export function exportProblem(code: ExportCode, detail?: string): ExportProblem {
  const [severity, message, messageEn] = rows[code]
  return { code, severity, message, messageEn, ...(detail !== undefined && { detail }) }
}
