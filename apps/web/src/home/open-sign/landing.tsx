import type { TicketInfo } from '@moqi/api/open-sign'
import { formatDate } from '@moqi/domain/time/format-date'
import { Building2, Clock, ShieldCheck, UserRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { useNow } from '../../ui/use-now.ts'
import { isSoon, timeLeft } from '../../kit/contract/time-left.ts'
import { FlowFrame } from './flow-frame.tsx'
import { NotMe } from './not-me.tsx'

const TicketReport = later(async () => (await import('./ticket-report.tsx')).TicketReport)

function askOf({ copy, finished }: TicketInfo): string {
  if (copy === 'yes') return '向您抄送了合同'
  return finished === 'yes' ? '与您签署的合同已完成' : '邀请您签署'
}

function roleOf({ copy, companyName }: TicketInfo): string {
  if (copy === 'yes') return '抄送人'
  return companyName ? '经办人' : '签署人'
}

type LandingProps = { ticket: string; info: TicketInfo; busy: boolean; onNext: () => void }

/** Who asks whom to sign what, and by when: the first thing behind the link of a message (checklist R44). */
export function Landing({ ticket, info, busy, onNext }: LandingProps) {
  const [open, setOpen] = useState<'report' | 'notMe' | null>(null)
  const finished = info.finished === 'yes'
  const copy = info.copy === 'yes'
  const now = useNow()
  const left = timeLeft({ status: finished ? 'finish' : 'iSign', signExpireTime: info.signExpireTime }, now)
  return (
    <FlowFrame>
      <p className="os-from">
        <b>{info.initiatorName}</b>
        {info.initiatorCompany && <span>{info.initiatorCompany}</span>}
      </p>
      <p className="os-ask">{askOf(info)}</p>
      <h1 className="os-name">{info.taskName}</h1>
      <dl className="os-facts">
        {info.companyName && (
          <div>
            <dt>
              <Building2 size={18} />
              签署企业
            </dt>
            <dd>{info.companyName}</dd>
          </div>
        )}
        <div>
          <dt>
            <UserRound size={18} />
            {roleOf(info)}
          </dt>
          <dd>
            <span>{info.signerName}</span> <span className="num">{info.phone}</span>
          </dd>
        </div>
        {!finished && !copy && (
          <div>
            <dt>
              <Clock size={18} />
              签署截止
            </dt>
            <dd>
              <span className="num">{formatDate(info.signExpireTime, '{y}-{m}-{d} {h}:{i}')}</span>
              {left && <span className={isSoon(info.signExpireTime, now) ? 'fault' : 'muted'}>{left}</span>}
            </dd>
          </div>
        )}
      </dl>
      {info.testCertificate === 'yes' && (
        <p className="os-test" role="note">
          测试证书，无法律效力：本平台使用测试证书，签署结果仅供试用。
        </p>
      )}
      <div className="os-acts">
        <Button size="xl" variant="primary" block busy={busy} onClick={onNext}>
          验证手机号并查看
        </Button>
        <p>
          <button type="button" className="link" onClick={() => setOpen('notMe')}>
            我不是{info.signerName}
          </button>
          <button type="button" className="link" onClick={() => setOpen('report')}>
            不认识发起方，举报
          </button>
        </p>
      </div>
      <p className="os-safe small">
        <ShieldCheck size={16} />
        <span>{copy ? '' : '签署前请核对对方身份与合同内容。'}工作人员不会向您索取验证码。</span>
      </p>
      {open === 'report' && (
        <TicketReport
          first="unknownInitiator"
          send={(report) => call('reportByTicket', { ticket, ...report })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'notMe' && <NotMe info={info} onClose={() => setOpen(null)} />}
    </FlowFrame>
  )
}
