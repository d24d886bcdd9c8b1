import type { Signer } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import type { TicketInfo } from '@moqi/api/open-sign'
import { formatDate } from '@moqi/domain/time/format-date'
import { Flag } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FlowFrame } from './flow-frame.tsx'

type SummaryProps = { detail: SignDetail; info: TicketInfo; onRead: () => void; onReport: () => void }

const partyName = ({ companyName, signerName }: Signer) => companyName ?? signerName

/** The contract in plain words, before it is read: who with whom, what, by when, what signing means (domain.md 9). */
export function Summary({ detail, info, onRead, onReport }: SummaryProps) {
  const own = detail.signerArray.find(({ signerNo }) => signerNo === detail.ownSignerNo)
  const others = detail.signerArray.filter(({ signerNo }) => signerNo !== detail.ownSignerNo).map(partyName)
  const pages = detail.fileArray.reduce((sum, { pageCount }) => sum + pageCount, 0)
  const facts = [
    ['谁请您签', [info.initiatorCompany, info.initiatorName].filter(Boolean).join(' ')],
    ['您代表', own ? partyName(own) : detail.spaceName],
    ['与谁签', others.length > 0 ? others.join('、') : '仅您一方签署'],
    ['内容', `${detail.fileArray.length} 个文件，共 ${pages} 页`],
    ['截止', formatDate(detail.signExpireTime, '{y}-{m}-{d} {h}:{i}')],
  ] as const
  return (
    <FlowFrame step="3 / 3">
      <p className="os-ask">签署前，请先了解</p>
      <h1 className="os-name">{detail.taskName}</h1>
      <Facts className="os-facts" facts={facts} />
      {detail.remark && <p className="os-say">{detail.remark}</p>}
      <h2 className="h2 os-means">签署意味着</h2>
      <ul className="os-list">
        <li>您同意合同的全部内容，并按约定履行。</li>
        <li>签名写入文件后不能修改或撤销，只能由各方协商作废。</li>
        <li>涉及贷款、分期或租赁时，请看清金额、期限和违约责任。</li>
        <li>有人催您快签、不让您看内容时，请停下来，可以拒签或举报。</li>
        {info.testCertificate === 'yes' && <li>本平台目前使用测试证书，签署结果无法律效力。</li>}
      </ul>
      <div className="os-acts">
        <Button size="xl" variant="primary" block onClick={onRead}>
          开始阅读合同
        </Button>
        <p>
          <button type="button" className="link os-flag" onClick={onReport}>
            <Flag size={16} />
            举报这份合同
          </button>
        </p>
      </div>
    </FlowFrame>
  )
}
