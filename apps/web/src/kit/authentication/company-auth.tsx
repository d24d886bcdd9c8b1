import type { Output } from '@moqi/api/call'
import type { CompanyAuth } from '@moqi/api/real-name'
import type { Table } from '@moqi/api/table'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/call.ts'
import { queryClient } from '../../client/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import './authentication.css'
import './company-auth.css'
import { AuthRejected } from './person-auth-result.tsx'
import { CompanyForm } from './company-form.tsx'
import { PersonAuthFirst } from './person-auth-first.tsx'
import { PaymentForm } from './payment-form.tsx'

type Info = Output<Table['getAuthInfo']>

type CompanyAuthProps = {
  /** The company of a contract; its name cannot be changed. */
  companyName?: string
  /** The company space to authenticate. Without either, whichever comes of the form. */
  tenantId?: string | undefined
  /** What stands there once the company is authenticated. */
  passed: ReactNode
  onBack?: () => void
}

/** A company's authentication, wherever it stands: form, payment under way, amount, result (domain 5.6). */
export function CompanyAuthSteps({ companyName, tenantId, passed, onBack }: CompanyAuthProps) {
  const [made, setMade] = useState<string>()
  const space = tenantId ?? made
  const asked = space === undefined ? { companyName: companyName ?? '' } : { tenantId: space }
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['company-auth', asked],
    queryFn: ({ signal }) => call('getAuthInfo', asked, { signal, quiet: true }),
    // The payment is a job's: what it came to shows by itself.
    refetchInterval: ({ state }) => (state.data?.company?.step === 'paymentSent' ? 1500 : false),
  })
  if (error && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data)
    return (
      <div className="person-auth" aria-busy="true">
        <Skeleton rows={6} height={48} />
      </div>
    )
  if (data.isAuthed === 'passAuth') return passed
  return <Step info={data} lockedName={companyName} tenantId={space} onMade={setMade} onBack={onBack} />
}

const changed = () => void queryClient.invalidateQueries()

type StepProps = {
  info: Info
  lockedName: string | undefined
  tenantId: string | undefined
  onMade: (tenantId: string) => void
  onBack: (() => void) | undefined
}

function Step({ info, lockedName, tenantId, onMade, onBack }: StepProps) {
  // What is put right: once another has taken its place, whether or not the answer arrived, the form has done its part.
  const [anew, setAnew] = useState<string | null>(null)
  const { company } = info
  if (company && anew !== company.authid) {
    const putRight = () => setAnew(company.authid)
    if (company.step === 'infoSubmitted') return <OperatorFirst info={info} onAnew={putRight} />
    return <UnderWay company={company} onChanged={changed} onAnew={putRight} />
  }
  const isRejected = info.isAuthed === 'rejectCompanyAuth' || info.isAuthed === 'rejectPersonAuth'
  if (!company && isRejected && anew !== 'rejected')
    return <AuthRejected reason={info.reason} triesLeft={null} retryTime={null} onAgain={() => setAnew('rejected')} />
  return (
    <CompanyForm
      lockedName={lockedName}
      tenantId={tenantId ?? company?.tenantId}
      before={company ?? undefined}
      trials={info.trialArray}
      onSubmitted={(submitted) => {
        onMade(submitted.tenantId)
        if (submitted.isAuthed === 'rejectCompanyAuth') setAnew(null)
        changed()
      }}
      onBack={company ? () => setAnew(null) : onBack}
    />
  )
}

/** The form is kept: what stands in the way is who operates the company (domain 5.6). */
const OperatorFirst = ({ info, onAnew }: { info: Info; onAnew: () => void }) => (
  <PersonAuthFirst
    title={info.isAuthed === 'rejectPersonAuth' ? '个人实名认证未通过' : '还需完成个人实名认证'}

    label={info.isAuthed === 'rejectPersonAuth' ? '重新认证' : '去实名认证'}
    onAnew={onAnew}
  >
    {info.reason !== null && `${info.reason}。`}企业信息已提交。办理人将成为企业管理员，确认本人身份后即向对公账户汇款。
  </PersonAuthFirst>
)

type UnderWayProps = { company: CompanyAuth; onChanged: () => void; onAnew: () => void }

function UnderWay({ company, onChanged, onAnew }: UnderWayProps) {
  if (company.step === 'amountPending')
    return <PaymentForm key={company.authid} company={company} onEnded={onChanged} onAnew={onAnew} />
  return (
    <ResultPage
      art={<MatchMark state="half" size={112} color="#8a560b" />}
      title="打款中"
      actions={
        <>
          <Button size="l" onClick={onAnew}>
            修改后重新提交
          </Button>
          <Button size="l" variant="primary" onClick={onChanged}>
            刷新结果
          </Button>
        </>
      }
    >
      企业信息已核对一致，正在向对公账户汇款，汇出后会发短信通知您，可以先离开此页。
    </ResultPage>
  )
}
