import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { contractKeys } from '../contract/contract-keys.ts'
import { signPath } from '../contract/contract-paths.ts'
import { type GrantAsking, mayAskAgain, type OwnRequest, requestScope, standing } from './request-words.ts'
import './ask-grant.css'

const AskGrantSheet = later(async () => (await import('./ask-grant-sheet.tsx')).AskGrantSheet)

type AskForSealProps = {
  signId: string
  /** The company's seals, or the legal representative's. */
  kind: 'company' | 'legal'
  quiet?: boolean
  /** What stands here where nobody can be asked. */
  otherwise?: ReactNode
}

/** Asks whoever grants a seal to be let use it, and says how what was asked for stands. */
export function AskForSeal({ signId, kind, quiet = false, otherwise = null }: AskForSealProps) {
  const [asking, ask] = useState(false)
  const { data, isError, refetch } = useQuery({
    queryKey: [...contractKeys.all, 'grant-asking', signId],
    queryFn: ({ signal }) => call('getGrantAsking', { signId }, { signal, quiet: true }),
  })
  if (isError) return otherwise
  if (!data) return null
  const { lacking, free, told } = askable(data, kind)
  if (free.length === 0 && told.length === 0) return otherwise
  const reread = () => void refetch()
  return (
    <>
      {told.map((one) => (
        <Standing key={one.requestId} request={one} onChanged={reread} />
      ))}
      {free.length > 0 && <AskButton told={told} quiet={quiet} onPress={() => ask(true)} />}
      {asking && (
        <AskGrantSheet
          signId={signId}
          asking={{ ...lacking, sealArray: free }}
          onDone={() => {
            ask(false)
            reread()
          }}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

function AskButton({ told, quiet, onPress }: { told: readonly OwnRequest[]; quiet: boolean; onPress: () => void }) {
  const isAgain = told.length > 0 && told.every(mayAskAgain)
  const isNext = !quiet && (told.length === 0 || isAgain)
  return (
    <Button variant={isNext ? 'primary' : 'plain'} size={quiet ? 'm' : 'xl'} block={!quiet} onClick={onPress}>
      {isAgain ? '再次申请授权' : '申请授权'}
    </Button>
  )
}

/** Of one kind of seal, those that may be asked for now, and how what was asked for stands. */
function askable(lacking: GrantAsking, kind: AskForSealProps['kind']) {
  const sealArray = lacking.sealArray.filter(({ sealType }) => sealType === kind)
  const own = lacking.requestArray.filter(({ sealId }) => sealArray.some((one) => one.sealId === sealId))
  const isFree = ({ sealId, grantorArray }: GrantAsking['sealArray'][number]) =>
    grantorArray.length > 0 && own.every((one) => one.sealId !== sealId || mayAskAgain(one))
  return { lacking, free: sealArray.filter(isFree), told: own.filter((one) => standing(one) !== '') }
}

function Standing({ request, onChanged }: { request: OwnRequest; onChanged: () => void }) {
  const [busy, setBusy] = useState(false)
  const { requestId, requestState, grantState, letterSignId, sealName } = request
  const withdraw = async () => {
    setBusy(true)
    try {
      await call('withdrawGrantRequest', { requestId })
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setBusy(false)
      onChanged()
    }
  }
  return (
    <div className="ask-standing" role="status">
      <p>
        {standing(request)}
        <br />
        <span className="small muted">
          {sealName}，{requestScope(request)}
        </span>
      </p>
      {requestState === 'pending' && (
        <Button busy={busy} onClick={() => void withdraw()}>
          撤回申请
        </Button>
      )}
      {requestState === 'granted' && grantState === 'waitSign' && letterSignId !== null && (
        <ButtonLink to={signPath({ signId: letterSignId, taskName: '电子印章授权书' }, null)} variant="primary">
          签署授权书
        </ButtonLink>
      )}
    </div>
  )
}
