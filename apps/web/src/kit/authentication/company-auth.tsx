import type { Output } from '@moqi/api/call'
import type { CompanyAuth } from '@moqi/api/real-name'
import type { Table } from '@moqi/api/table'
import type { CompanyWay } from '@moqi/domain/identity/company-way'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { call } from '../../client/call.ts'
import { queryClient } from '../../client/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { FormFault } from '../../ui/field.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import './authentication.css'
import './company-auth.css'
import { AuthRejected, ReviewUnderWay } from './person-auth-result.tsx'
import { CompanyForm } from './company-form.tsx'
import { CompanyWays } from './company-ways.tsx'
import { PersonAuthFirst } from './person-auth-first.tsx'
import { LetterUnderWay } from './letter-under-way.tsx'
import { PaymentForm } from './payment-form.tsx'

// Few need it, and it brings the photos along.
const CompanyReviewForm = lazy(async () => ({
  default: (await import('./company-review-form.tsx')).CompanyReviewForm,
}))

const CompanyExists = lazy(async () => ({ default: (await import('./company-exists.tsx')).CompanyExists }))
const EndedByPlatform = lazy(async () => ({ default: (await import('./ended-by-platform.tsx')).EndedByPlatform }))
const ReversePayment = lazy(async () => ({ default: (await import('./reverse-payment.tsx')).ReversePayment }))

const FormLoading = () => (
  <div className="person-auth" aria-busy="true">
    <Skeleton rows={6} height={48} />
  </div>
)

/** A company that is authenticated already, fetched when there is one. */
export const TakenCompany = (props: { creditCode: string; onBack: () => void }) => (
  <Suspense fallback={<FormLoading />}>
    <CompanyExists {...props} />
  </Suspense>
)

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
    // Payment and letter are a job's: what it came to shows by itself.
    refetchInterval: ({ state }) => (isAtJob(state.data?.company) ? 1500 : false),
  })
  if (error && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <FormLoading />
  if (data.isAuthed === 'passAuth') return passed
  return <Step info={data} lockedName={companyName} tenantId={space} onMade={setMade} onBack={onBack} />
}

const isAtJob = (company: CompanyAuth | null | undefined) =>
  company?.step === 'paymentSent' || (company?.step === 'letterSigning' && company.letterSignId === null)

const changed = () => void queryClient.invalidateQueries()

type StepProps = {
  info: Info
  lockedName: string | undefined
  tenantId: string | undefined
  onMade: (tenantId: string) => void
  onBack: (() => void) | undefined
}

function Step(props: StepProps) {
  const { info } = props
  // What is put right: once another has taken its place, whether or not the answer arrived, the form has done its part.
  const [anew, setAnew] = useState<string | null>(null)
  const { company } = info
  if (company && anew !== company.authid)
    return (
      <Running
        info={info}
        company={company}
        onAnew={() => setAnew(company.authid)}
        onWithdrawn={() => setAnew('rejected')}
      />
    )
  const isRejected = info.isAuthed === 'rejectCompanyAuth' || info.isAuthed === 'rejectPersonAuth'
  if (!company && isRejected && anew !== 'rejected')
    return (
      <AuthRejected
        reason={info.reason}
        lines={ofReview(info)}
        triesLeft={null}
        retryTime={null}
        onAgain={() => setAnew('rejected')}
      />
    )
  return <Form {...props} onLeft={() => setAnew(null)} />
}

type RunningProps = { info: Info; company: CompanyAuth } & Record<'onAnew' | 'onWithdrawn', () => void>

/** What is under way, by its step. */
function Running({ info, company, onAnew, onWithdrawn }: RunningProps) {
  if (company.step === 'infoSubmitted') return <OperatorFirst info={info} onAnew={onAnew} />
  if (company.step === 'manualReview') return <InReview info={info} onAnew={onAnew} />
  if (company.step === 'letterSigning') return <LetterUnderWay company={company} onChanged={changed} onAnew={onAnew} />
  if (company.reverse)
    return (
      <Suspense fallback={<FormLoading />}>
        <ReversePayment
          company={company}
          reverse={company.reverse}
          isDemo={info.trialArray !== undefined}
          onAnew={onAnew}
          onWithdrawn={onWithdrawn}
        />
      </Suspense>
    )
  return <UnderWay company={company} onChanged={changed} onAnew={onAnew} />
}

/** The form of the chosen way; what was submitted before is put right in it. */
function Form({ info, lockedName, tenantId, onMade, onBack, onLeft }: StepProps & { onLeft: () => void }) {
  const { company } = info
  const { ending } = info
  const [way, setWay] = useState<CompanyWay>(ending ? 'manualReview' : (company?.authWay ?? 'payment'))
  const [taken, setTaken] = useState<string | null>(null)
  const form = {
    lockedName,
    tenantId: tenantId ?? company?.tenantId,
    before: company ?? undefined,
    ways: ending ? (
      <Suspense fallback={null}>
        <EndedByPlatform ending={ending} />
      </Suspense>
    ) : (
      <>
        <FormFault>{lapseOf(info)}</FormFault>
        <CompanyWays way={way} hasReview={info.hasReview === 1} hasReverse={info.hasReverse === 1} onChange={setWay} />
      </>
    ),
    onSubmitted: (submitted: { tenantId: string; isAuthed: Info['isAuthed'] }) => {
      onMade(submitted.tenantId)
      if (submitted.isAuthed === 'rejectCompanyAuth') onLeft()
      changed()
    },
    onTaken: setTaken,
    onBack: company ? onLeft : onBack,
  }
  if (taken !== null) return <TakenCompany creditCode={taken} onBack={() => setTaken(null)} />
  return way === 'manualReview' ? (
    <Suspense fallback={<FormLoading />}>
      <CompanyReviewForm {...form} />
    </Suspense>
  ) : (
    <CompanyForm {...form} way={way} trials={info.trialArray} />
  )
}

/** Why a company that was authenticated is here again. */
const lapseOf = ({ isAuthed, reason }: Info) =>
  isAuthed === 'notAuth' && reason !== null && `企业认证已失效：${reason}，请以原企业名称重新认证`

/** What became of papers, where they are what was refused. */
const ofReview = ({ reviewLogArray, reason }: Info) => (reviewLogArray.at(-1)?.detail === reason ? reviewLogArray : [])

const InReview = ({ info, onAnew }: { info: Info; onAnew: () => void }) => (
  <ReviewUnderWay
    lines={info.reviewLogArray}
    of="证照核对企业信息"
    action={
      <Button size="l" onClick={onAnew}>
        修改后重新提交
      </Button>
    }
  />
)

/** The form is kept: what stands in the way is who operates the company (domain 5.6). */
const OperatorFirst = ({ info, onAnew }: { info: Info; onAnew: () => void }) => (
  <PersonAuthFirst
    title={info.isAuthed === 'rejectPersonAuth' ? '个人实名认证未通过' : '还需完成个人实名认证'}

    label={info.isAuthed === 'rejectPersonAuth' ? '重新认证' : '去实名认证'}
    onAnew={onAnew}
  >
    {info.reason !== null && `${info.reason}。`}企业信息已提交。办理人将成为企业管理员，确认本人身份后继续办理。
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
