import type { CompanyAuth } from '@moqi/api/real-name'
import { companyWayNames } from '@moqi/domain/identity/company-way'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { call } from '../../client/call.ts'
import { Link } from '../../router/link.tsx'
import { Facts } from '../../ui/facts.tsx'

// Few ever see it.
const EndedByPlatform = lazy(async () => ({
  default: (await import('../../kit/authentication/ended-by-platform.tsx')).EndedByPlatform,
}))

const steps: Record<CompanyAuth['step'], string> = {
  infoSubmitted: '待完成个人实名认证',
  paymentSent: '打款中',
  amountPending: '待填写到账金额',
  reversePending: '待企业付款',
  letterSigning: '待法定代表人签授权书',
  manualReview: '人工审核中',
}

const deadlines: Record<CompanyAuth['authWay'], string> = {
  payment: '填写截止',
  reverse: '付款截止',
  letter: '签署截止',
  manualReview: '审核截止',
}

/** How far the authentication under way has come, for who may go on with it, or why the platform has ended it. */
export function AuthProgress({ tenantId }: { tenantId: string }) {
  const asked = { tenantId }
  const { data } = useQuery({
    queryKey: ['company-auth', asked],
    queryFn: ({ signal }) => call('getAuthInfo', asked, { signal, quiet: true }),
  })
  if (data?.ending && !data.company)
    return (
      <Suspense fallback={null}>
        <EndedByPlatform ending={data.ending} />
      </Suspense>
    )
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
  ['认证方式', companyWayNames[company.authWay]] as const,
  ...(company.bankAccount === '' ? [] : [['收款账户', `${company.bankName}　尾号 ${company.bankAccount}`] as const]),
  ...(company.expireTime === null
    ? []
    : [
        [deadlines[company.authWay], formatDate(company.expireTime, '{y}-{m}-{d} {h}:{i}')] as const,
        ...(company.authWay === 'payment' ? [['还可尝试', `${company.triesLeft} 次`] as const] : []),
      ]),
]
