import type { TicketInfo } from '@moqi/api/open-sign'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { isSignedIn } from '../../client/session.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { later } from '../../ui/later.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { FlowText } from './flow-frame.tsx'
import { Landing } from './landing.tsx'
import { landingPassed } from './landing-passed.ts'
import { isDead, NoInfo } from './no-info.tsx'

const meanwhile = <Waiting title="正在打开" />
const blocked = () => import('./blocked.tsx')
const DeadLink = later(async () => (await blocked()).DeadLink, meanwhile)
const OtherName = later(async () => (await blocked()).OtherName, meanwhile)
const OtherIdentity = later(async () => (await blocked()).OtherIdentity, meanwhile)
const OtherPerson = later(async () => (await blocked()).OtherPerson, meanwhile)
const CodeFlow = later(async () => (await import('./code-flow.tsx')).CodeFlow, meanwhile)
const CodeStep = later(async () => (await import('./code-step.tsx')).CodeStep, meanwhile)
const CompanyStep = later(async () => (await import('./company-step.tsx')).CompanyStep, meanwhile)
const ContractStep = later(async () => (await import('./contract-step.tsx')).ContractStep, meanwhile)
const RealNameStep = later(async () => (await import('./real-name-step.tsx')).RealNameStep, meanwhile)

/** /open-sign: from a message (`?ticket`) or a scanned code (`?code`) to a signature, with no account yet (R44). */
export function OpenSignPage() {
  const [params] = useSearchParams()
  const code = params.get('code')
  return code === null ? (
    <Invitation ticket={params.get('ticket') ?? ''} />
  ) : (
    <FlowText>
      <CodeFlow key={code} code={code} />
    </FlowText>
  )
}

function Invitation({ ticket }: { ticket: string }) {
  const info = useQuery({
    queryKey: ['ticket', ticket, 'info'],
    queryFn: ({ signal }) => call('getTicketInfo', { ticket: ticket.slice(0, 64) }, { signal }),
    initialData: landingPassed(ticket),
  })
  return (
    <FlowText>
      {info.data && !isDead(info.error) ? (
        <Flow key={ticket} ticket={ticket} info={info.data} onDead={() => void info.refetch()} />
      ) : (
        <NoInfo error={info.error} busy={info.isFetching} onRetry={() => void info.refetch()} />
      )}
    </FlowText>
  )
}

type FlowProps = { ticket: string; info: TicketInfo; onDead: () => void }

/** Signed in, the server says which step comes next; so the same link goes on where one was. */
function Flow({ ticket, info, onDead }: FlowProps) {
  const [entered, setEntered] = useState(isSignedIn)
  const [proving, setProving] = useState(landingPassed(ticket) !== undefined)
  if (entered)
    return (
      <Steps
        ticket={ticket}
        info={info}
        onSwitched={() => {
          setEntered(false)
          setProving(true)
        }}
      />
    )
  if (!proving) return <Landing ticket={ticket} info={info} busy={false} onNext={() => setProving(true)} />
  return <CodeStep ticket={ticket} info={info} onEntered={() => setEntered(true)} onDead={onDead} />
}

function Steps({ ticket, info, onSwitched }: { ticket: string; info: TicketInfo; onSwitched: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['ticket', ticket, 'step'],
    queryFn: ({ signal }) => call('openTicket', { ticket }, { signal }),
    gcTime: 0,
  })
  const again = () => void refetch()
  const step = async () => (await refetch()).data?.step
  if (error instanceof CallRefusal)
    return error.reason === 'ticket/other-person' ? <OtherPerson info={info} onSwitched={onSwitched} /> : <DeadLink />
  if (error && !data) return <LoadingFailed onRetry={again} busy={isFetching} />
  if (!data) return <Waiting title="正在打开合同" />
  if (data.step === 'realName') return <RealNameStep info={info} state={data} onSubmitted={again} />
  if (data.step === 'otherName') return <OtherName info={info} state={data} />
  if (data.step === 'otherIdentity' || data.step === 'otherCompany') return <OtherIdentity info={info} state={data} />
  if (data.step === 'company') return <CompanyStep info={info} state={data} busy={isFetching} onAgain={step} />
  return <ContractStep info={info} state={data} />
}
