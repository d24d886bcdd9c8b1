import { hash } from 'node:crypto'
import { isMixedOrder } from '@moqi/domain/contract/order'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { rowStatusLabels } from '@moqi/domain/labels/status-labels'
import { signOrderLabels } from '@moqi/domain/labels/log-verbs'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Block, Fact, ReportContent } from '@moqi/evidence/report/report-content'
import { initiatorWritten, partyName } from '#src/cores/contract/contract-rows.ts'
import { logSections } from './compose-log.ts'
import { initiatorBlocks, partyBlocks, signerSection } from './compose-signer.ts'
import type { Facts } from './read-facts.ts'
import type { ReportFrame } from './report-frame.ts'

const time = (at: number | null) => formatDate(at) || '—'

/** A signing report in words (domain.md 11.3). Phones are masked; identity numbers are not known here. */
export function composeReport(facts: Facts, frame: ReportFrame): Omit<ReportContent, 'catalog'> {
  const { contract, parties } = facts
  return {
    brand: frame.brand,
    title: '签署报告',
    subject: contract.subject,
    number: frame.reportNo,
    notice: frame.notice,
    cover: [
      ['报告编号', frame.reportNo],
      ['合同编号', contract.contract_no],
      ...parties.slice(0, 6).map((party, index): Fact => [index === 0 ? '签署方' : '', partyName(party)]),
      ...(parties.length > 6 ? [['', `等${parties.length}方`] as const] : []),
      ['出具时间', time(frame.issuedAt)],
    ],
    conclusion: conclusionOf(facts),
    sections: [
      { title: '合同与签署方', blocks: contractBlocks(facts) },
      ...parties.map((party) => signerSection(facts, party, frame.proof)),
      ...logSections(frame),
      { title: '如何验证', blocks: howBlocks(facts, frame) },
    ],
  }
}

function conclusionOf({ contract, files }: Facts): ReportContent['conclusion'] {
  const verdicts = files.map(({ verified }) => verified.verdict)
  if (verdicts.some((verdict) => verdict === 'invalid' || verdict === 'unreadable')) {
    return { text: '文件验证未通过，请勿采信', good: false }
  }
  const sure = files.every(({ verified }) => verified.verdict === 'valid' || lacksOnlyParties(verified))
  if (contract.state !== 'finish') {
    const unsure = awaited(files) ? '文件中部分签名仍在等待时间戳' : '文件中部分签署人身份无法确认'
    const rest = sure ? '文件中已有的签名有效' : unsure
    return {
      text: `合同${rowStatusLabels[contract.state === 'deleted' ? 'voided' : contract.state]}；${rest}`,
      good: false,
    }
  }
  if (!sure) return { text: `签名完整，但${awaited(files) ? '仍在等待时间戳' : '部分签署人身份无法确认'}`, good: false }
  if (files.some(({ verified }) => verified.complete === false)) return { text: '文件中仍有签署方未签署', good: false }
  return { text: '文件自最后一次签署后未被篡改，全部签名有效', good: true }
}

/** Whether nothing else is uncertain. */
function awaited(files: Facts['files']): boolean {
  const reasons = files.flatMap(({ verified }) => uncertain(verified))
  return reasons.every(({ code }) => code === 'timestamp-awaited' || code === 'contract-unfinished')
}

/** Whether who has signed did so well: a contract that ended without the others is told by its state. */
const lacksOnlyParties = (verified: Verified) =>
  verified.verdict === 'indeterminate' && uncertain(verified).every(({ code }) => code === 'contract-unfinished')

type Verified = Facts['files'][number]['verified']

const uncertain = ({ reasonArray }: Verified) => reasonArray.filter(({ severity }) => severity === 'indeterminate')

function contractBlocks(facts: Facts): Block[] {
  const { contract, files, parties } = facts
  const turns = parties.filter((party) => !hasLeft(party)).map(({ sign_order }) => sign_order)
  const order = isMixedOrder(contract.sign_order_type, turns) ? 'mixed' : contract.sign_order_type
  const closed: Fact[] = contract.close_reason ? [['结束原因', contract.close_reason]] : []
  return [
    {
      kind: 'facts',
      rows: [
        ['合同主题', contract.subject],
        ['合同编号', contract.contract_no],
        ['合同标识', contract.contract_id],
        ['发起方', initiatorWritten(contract)],
        ['签署方式', signOrderLabels[order]],
        ['发起时间', time(contract.sent_at)],
        ['合同状态', contract.state === 'deleted' ? '—' : rowStatusLabels[contract.state]],
        ['完成时间', time(contract.finished_at)],
        ...closed,
      ],
    },
    { kind: 'heading', text: '文件指纹' },
    ...files.flatMap(({ name, pageCount, bytes, originSha256, sha256, sm3 }): Block[] => [
      { kind: 'facts', rows: [['文件', `${name}　${pageCount}页，${bytes.length.toLocaleString('en-US')} 字节`]] },
      {
        kind: 'hashes',
        rows: [
          ['上传的原件 SHA-256', originSha256],
          ['现在的文件 SHA-256', sha256],
          ['现在的文件 SM3', sm3],
        ],
      },
    ]),
    ...initiatorBlocks(facts),
    { kind: 'heading', text: '签署方' },
    ...parties.flatMap((party) => partyBlocks(facts, party)),
  ]
}

function howBlocks({ files }: Facts, frame: ReportFrame): Block[] {
  const { proof, address, issuedAt, appliedAt, appliedBy } = frame
  const accepted = proof.lines.at(-1)?.at ?? null
  return [
    {
      kind: 'steps',
      rows: [
        ['验证文件', '打开下方网址或扫描二维码，上传签署完成的PDF或本报告，查看每个签名是否有效、内容有没有改动。'],
        [
          '其他阅读器',
          '签名是标准的PAdES签名，用Acrobat、WPS、福昕等打开，也可以读取签名、证书和时间戳。显示“有效性未知”的，是软件不认识证书的颁发者，不是文件被改动：在下方网址取得根证书，核对指纹后导入即可。',
        ],
        ['自行计算指纹', '用任意工具计算文件的SHA-256或SM3，与“合同与签署方”一节逐位比对，一位不同即为另一份文件。'],
        [
          '离线验证',
          '下载证据包，用开源程序执行 npm run verify -- --evidence 证据包.zip --root 根证书.pem：不联系任何服务器，逐一核对文件、报告、日志、散列链、树根与时间戳。',
        ],
      ],
    },
    { kind: 'code', url: address, text: address },
    { kind: 'heading', text: '出具过程' },
    {
      kind: 'facts',
      rows: [
        ['申请', `${appliedBy}　${time(appliedAt)}`],
        ['受理', `系统写入操作日志第${proof.lines.length}条　${time(accepted)}`],
        ['提取', `合同文件${files.length}份，操作日志${proof.lines.length}条`],
        ['验证', `文件的全部签名，日志的散列链与树根的签名、时间戳`],
        ['出证', `平台签名　${time(issuedAt)}`],
      ],
    },
    { kind: 'hashes', rows: [['evidence.json SHA-256', hash('sha256', frame.evidence)]] },
    {
      kind: 'note',
      text: '本报告按 GB/T 39321-2020 的过程出具，由平台加签。报告陈述签署过程中留存的记录，不代表对合同内容的评价。时间均为北京时间。',
    },
  ]
}
