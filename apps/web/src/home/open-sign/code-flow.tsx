import type { SignCodeInfo } from '@moqi/api/sign-code'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { isSignedIn } from '../../client/session.ts'
import { FormFault } from '../../ui/field.tsx'
import { later } from '../../ui/later.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { CodeLanding } from './code-landing.tsx'
import { FlowFrame } from './flow-frame.tsx'

const meanwhile = <Waiting title="正在打开" />
const DeadLink = later(async () => (await import('./blocked.tsx')).DeadLink, meanwhile)
const ContractStep = later(async () => (await import('./contract-step.tsx')).ContractStep, meanwhile)
const OwnNameStep = later(async () => (await import('./own-name-step.tsx')).OwnNameStep, meanwhile)
const PhoneStep = later(async () => (await import('./phone-step.tsx')).PhoneStep, meanwhile)

/** /open-sign?code: from a scanned code to a contract of one's own, by the own phone and the own name. */
export function CodeFlow({ code }: { code: string }) {
  const info = useQuery({
    queryKey: ['signCode', code],
    queryFn: ({ signal }) => call('getSignCodeInfo', { code: code.slice(0, 64) }, { signal }),
  })
  if (info.data) return <Steps code={code} info={info.data} />
  if (info.error instanceof CallRefusal) return <DeadLink />
  if (info.error) return <LoadingFailed onRetry={() => void info.refetch()} busy={info.isFetching} />
  return <Waiting title="正在打开合同 …" />
}

/** A press makes the contract, never the scan alone; the same press leads back to it. */
function Steps({ code, info }: { code: string; info: SignCodeInfo }) {
  const [step, setStep] = useState<'landing' | 'phone' | 'name'>('landing')
  const taking = useMutation({
    mutationFn: (another: 0 | 1) => call('takeSignCode', { code, another }, { quiet: true }),
    onError: (error) => setStep(reasonOf(error) === 'space/not-authenticated' ? 'name' : 'landing'),
  })
  const take = (another: 0 | 1 = 0) => taking.mutate(another)
  if (taking.data) {
    const { signId, tenantId } = taking.data
    const state = { step: 'contract' as const, signerName: '', companyName: null, ownName: null, signId, tenantId }
    return <ContractStep info={ticketOf(info)} state={{ ...state, mail: null }} />
  }
  if (step === 'phone') return <PhoneStep onEntered={() => take()} />
  if (step === 'name') return <OwnNameStep onSubmitted={() => take()} />
  const fault = reasonOf(taking.error) === 'space/not-authenticated' ? null : (taking.error?.message ?? null)
  return (
    <FlowFrame>
      <FormFault>{fault}</FormFault>
      <CodeLanding
        code={code}
        info={info}
        busy={taking.isPending}
        onNext={(another) => (isSignedIn() ? take(another) : setStep('phone'))}
      />
    </FlowFrame>
  )
}

const reasonOf = (error: unknown): string | null => (error instanceof CallRefusal ? error.reason : null)

/** What the steps of an invitation are told of a code: who asks is the same, whom is only now known. */
const ticketOf = ({ initiatorName, initiatorCompany, taskName, endTime, testCertificate }: SignCodeInfo) => ({
  initiatorName,
  initiatorCompany,
  taskName,
  signExpireTime: endTime,
  signerName: '',
  companyName: null,
  phone: '',
  copy: 'no' as const,
  finished: 'no' as const,
  testCertificate,
})
