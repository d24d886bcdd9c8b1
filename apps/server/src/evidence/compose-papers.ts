import { formatDate } from '@moqi/domain/time/format-date'
import type { LogProof } from '@moqi/evidence/evidence'
import { paperRecordOf } from '@moqi/evidence/log-record'
import type { Block } from '@moqi/evidence/report/report-content'

/**
 * What a party has handed in, by the log: for which demand, when, and the hashes. The files are for the initiator and
 * the party alone, so none lies in the bundle, which everybody may take; whoever has one compares its hash.
 */
export function paperBlocks({ lines }: Pick<LogProof, 'lines'>, partyNo: number): Block[] {
  const handed = new Map<string, { demand: string; at: number; sha256: string; originSha256: string }>()
  for (const line of lines) {
    const record = paperRecordOf(line)
    if (record?.partyNo !== partyNo) continue
    const { fileId, demand, sha256, originSha256 } = record
    if (line.verb === 'handIn') handed.set(fileId, { demand, at: line.at, sha256, originSha256 })
    else handed.delete(fileId)
  }
  if (handed.size === 0) return []
  return [
    { kind: 'heading', text: '提交的附件' },
    ...[...handed.values()].flatMap(({ demand, at, sha256, originSha256 }): Block[] => [
      { kind: 'facts', rows: [['附件', `${demand}　${formatDate(at)}`]] },
      {
        kind: 'hashes',
        rows: [
          ['上传的原件 SHA-256', originSha256],
          ['附件 SHA-256', sha256],
        ],
      },
    ]),
    { kind: 'note', text: '附件仅发起方与提交的一方可见，不在证据包中；以文件的 SHA-256 与上列的值核对。' },
  ]
}
