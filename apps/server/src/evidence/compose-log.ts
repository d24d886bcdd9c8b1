import { agentName } from '@moqi/domain/account/agent-name'
import { logVerbs } from '@moqi/domain/labels/log-verbs'
import { formatDate } from '@moqi/domain/time/format-date'
import { lineHash, linkAll } from '@moqi/evidence/audit-chain'
import type { Anchor, LogLine, LogProof } from '@moqi/evidence/evidence'
import { noteOf } from '@moqi/evidence/log-record'
import type { Block, ReportContent } from '@moqi/evidence/report/report-content'
import type { ReportFrame } from './report-frame.ts'

const labels: ReadonlyMap<string, string> = new Map(Object.entries(logVerbs))
const bytesOf = (hex: string) => Buffer.from(hex, 'hex')
const short = (hex: string) => `${hex.slice(0, 6)}…${hex.slice(-4)}`
/** More proofs than this would only fill pages: all of them are in evidence.json. */
const mostProofs = 5

/** The operation log, and how it hangs under the signed tree. */
export function logSections({ proof, checked }: Pick<ReportFrame, 'proof' | 'checked'>): ReportContent['sections'] {
  return [
    {
      title: '操作日志',
      blocks: [
        {
          kind: 'table',
          columns: [
            { title: '链序号', width: 8 },
            { title: '时间', width: 21 },
            { title: '操作人', width: 14 },
            { title: '操作', width: 24 },
            { title: '地址、设备', width: 18 },
            { title: '本条散列值', width: 15 },
          ],
          rows: proof.lines.map((line) => rowOf(proof, line)),
        },
        {
          kind: 'note',
          text: '每条的散列值由其内容算出，链的散列值由上一条之后的散列值与本条的散列值算出。链序号是本条在发起方空间的日志中的位置，其间的号属于该空间的其他合同。',
        },
      ],
    },
    { title: '日志证明', blocks: proofBlocks(proof, checked) },
  ]
}

function rowOf({ tenantId, contractId }: LogProof, line: LogLine): string[] {
  const label = labels.get(line.verb) ?? line.verb
  const note = noteOf(line)
  const device = line.userAgent ? agentName(line.userAgent).name : ''
  return [
    String(line.seq),
    formatDate(line.at),
    line.who,
    note ? `${label}　${note}` : label,
    [line.address, device].filter(Boolean).join('\n') || '—',
    short(lineHash({ tenantId, contractId, ...line }).toString('hex')),
  ]
}

const endOf = ({ firstSeq, hashes }: Anchor) => firstSeq + hashes.length - 1

function proofBlocks({ tenantId, anchors, head }: LogProof, { signer, provenTime }: ReportFrame['checked']): Block[] {
  const shown = anchors.slice(-mostProofs)
  return [
    {
      kind: 'facts',
      rows: [
        ['发起方空间', tenantId],
        ['树的叶子数', String(head.size)],
        ['树根签名者', signer ?? '—'],
        ['签名时间', formatDate(head.at)],
        ['时间戳', formatDate(provenTime) || '—'],
      ],
    },
    { kind: 'hashes', rows: [['树根 SHA-256（RFC 9162）', head.root]] },
    ...shown.flatMap((anchor): Block[] => {
      const chain = linkAll(bytesOf(anchor.before), anchor.hashes.map(bytesOf)).toString('hex')
      return [
        { kind: 'heading', text: `链序号 ${anchor.firstSeq} 至 ${endOf(anchor)}：第 ${anchor.leafIndex} 个叶子` },
        {
          kind: 'hashes',
          rows: [
            ['链头（之后的散列值）', chain],
            ...anchor.proof.map((hex, index) => [`证明 ${index + 1}`, hex] as const),
          ],
        },
      ]
    }),
    {
      kind: 'note',
      text:
        (anchors.length > shown.length
          ? `以上为最近${shown.length}处，全部${anchors.length}处见证据包中的 evidence.json。`
          : '') +
        '各空间散列链的链头是默克尔树的叶子，树根由平台签名并加盖时间戳。由链头与证明逐级算得的值等于树根，即说明本日志在签名之时已经存在且未被改动。',
    },
  ]
}
