import type { CompanyAuth } from '@moqi/api/real-name'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { Link } from '../../router/link.tsx'
import { Facts } from '../../ui/facts.tsx'

const steps: Record<CompanyAuth['step'], string> = {
  infoSubmitted: '待完成个人实名认证',
  paymentSent: '打款中',
  amountPending: '待填写到账金额',
}

/** How far the authentication under way has come, for who may go on with it; nothing while none is. */
export function AuthProgress({ tenantId }: { tenantId: string }) {
  const asked = { tenantId }
  const { data } = useQuery({
    queryKey: ['company-auth', asked],
    queryFn: ({ signal }) => call('getAuthInfo', asked, { signal, quiet: true }),
  })
  if (!data?.company) return null
  return (
    <section className="card" aria-labelledby="auth-progress">
      <div className="spread">
        <h2 id="auth-progress" className="h2">
          认证进度
        </h2>
        <Link className="link" to="/company-auth-info?from=/user/company-info">
          继续认证
        </Link>
      </div>
      <Facts className="facts" facts={factsOf(data.company)} />
    </section>
  )
}

const factsOf = (company: CompanyAuth) => [
  ['当前步骤', steps[company.step]] as const,
  ['收款账户', `${company.bankName}　尾号 ${company.bankAccount}`] as const,
  ...(company.expireTime === null
    ? []
    : [
        ['填写截止', formatDate(company.expireTime, '{y}-{m}-{d} {h}:{i}')] as const,
        ['还可尝试', `${company.triesLeft} 次`] as const,
      ]),
]
