import type { TicketInfo, TicketStep } from '@moqi/api/open-sign'
import type { SignDetail } from '@moqi/api/task'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { takeSpace, useSpace } from '../../client/space-store.ts'
import { isFlag } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { Navigate } from '../../router/link.tsx'
import { later } from '../../ui/later.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useSignDetail } from '../../kit/contract/use-sign-detail.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { Live } from '../../kit/live/live.tsx'
import { SignSuccess } from '../../kit/signing/signed-part.tsx'
import { Signing } from '../../kit/signing/signing.tsx'
import { useSpaces } from '../../kit/space/use-spaces.ts'
import { useFlowText } from './flow-frame.tsx'
import { Summary } from './summary.tsx'

const ReportSheet = later(async () => (await import('../../kit/operations/report-sheet.tsx')).ReportSheet)
const MailForm = later(async () => (await import('./mail-form.tsx')).MailForm)
const PasswordLink = later(async () => (await import('./password-link.tsx')).PasswordLink)

type ContractStepProps = { info: TicketInfo; state: TicketStep }

/** The entry is there: acts in its space, then summary, reading and signing, or what came of it. */
export function ContractStep({ info, state }: ContractStepProps) {
  const spaces = useSpaces()
  const current = useSpace((store) => store.current)
  const space = spaces.data?.find(({ tenantId }) => tenantId === state.tenantId)
  useEffect(() => {
    if (space) takeSpace(space)
  }, [space])
  if (spaces.error) return <LoadingFailed onRetry={() => void spaces.refetch()} busy={spaces.isFetching} />
  if (!space || current?.tenantId !== space.tenantId || !state.signId) return <Waiting title="正在打开合同" />
  return (
    <>
      <Live tenantId={space.tenantId} />
      <Contract info={info} signId={state.signId} mail={state.mail} />
    </>
  )
}

type ContractProps = { info: TicketInfo; signId: string; mail: string | null }

function Contract(props: ContractProps) {
  const detail = useSignDetail(props.signId)
  // There is nothing to sign, but all to read.
  if (detail.data && props.info.copy === 'yes') return <Navigate to={viewPath(detail.data)} replace />
  if (detail.data) return <Opened {...props} detail={detail.data} />
  if (detail.error) return <LoadingFailed onRetry={() => void detail.refetch()} busy={detail.isFetching} />
  return <Waiting title="正在打开合同" />
}

function Opened({ info, signId, mail, detail }: ContractProps & { detail: SignDetail }) {
  // Whoever comes back later finds what was signed; whoever signs now keeps the deed with the own hand on it.
  const [signedBefore] = useState(() => hasSigned(detail))
  const [reading, setReading] = useState(() => isReading(signId))
  const [reporting, setReporting] = useKept('reporting', isFlag, () => false)
  const text = useFlowText()
  const mails = <MailForm signId={signId} mail={mail} />
  if (signedBefore) return <Signed detail={detail}>{mails}</Signed>
  const read = (now: boolean) => {
    keepReading(signId, now)
    setReading(now)
  }
  if (!reading && detail.status === 'iSign')
    return (
      <>
        <Summary detail={detail} info={info} onRead={() => read(true)} onReport={() => setReporting(true)} />
        {reporting && (
          <ReportSheet
            send={(report) => call('reportContract', { signId, ...report })}
            onClose={() => setReporting(false)}
          />
        )}
      </>
    )
  return <Signing key={signId} detail={detail} head={{ onBack: () => read(false) }} text={text} after={mails} />
}

function Signed({ detail, children }: { detail: SignDetail; children: ReactNode }) {
  const space = useSpace((store) => store.current)
  const own = detail.signerArray.find(({ signerNo }) => signerNo === detail.ownSignerNo)
  return (
    <SignSuccess
      detail={detail}
      spaceName={space?.spaceName ?? ''}
      at={own?.signTime ?? 0}
      fill={undefined}
      seals={[]}
      after={children}
      links={<PasswordLink />}
    />
  )
}

const hasSigned = ({ signerArray, ownSignerNo }: SignDetail) =>
  signerArray.some(({ signerNo, signerStatus }) => signerNo === ownSignerNo && signerStatus === 'signed')

const key = (signId: string) => `openSign:${signId}`
const isReading = (signId: string) => localStorage.getItem(key(signId)) === 'reading'
/** Closing the page and coming back by the same link goes on with the document. */
function keepReading(signId: string, reading: boolean) {
  if (reading) localStorage.setItem(key(signId), 'reading')
  else localStorage.removeItem(key(signId))
}
