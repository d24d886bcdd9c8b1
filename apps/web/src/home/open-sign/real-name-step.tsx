import type { TicketInfo, TicketStep } from '@moqi/api/open-sign'
import { useState } from 'react'
import { PersonAuthWays } from '../../kit/authentication/person-auth-ways.tsx'
import { NotMe } from './not-me.tsx'
import { FlowFrame } from './flow-frame.tsx'
import { useOwnAuth } from './use-own-auth.ts'

type RealNameStepProps = { info: TicketInfo; state: TicketStep; onSubmitted: () => void }

/** Real-name authentication under the invited name, and no other: the contract is that person's (checklist I10). */
export function RealNameStep({ info, state, onSubmitted }: RealNameStepProps) {
  const [wrongName, setWrongName] = useState(false)
  const { data, refetch } = useOwnAuth('invited', onSubmitted)
  return (
    <FlowFrame step="2 / 3">
      <PersonAuthWays
        info={data}
        lockedName={state.signerName}
        onChanged={() => void refetch()}
        onSubmitted={onSubmitted}
      />
      <p className="os-again os-centre">
        <button type="button" className="link" onClick={() => setWrongName(true)}>
          姓名不对？
        </button>
      </p>
      {wrongName && <NotMe info={{ ...info, signerName: state.signerName }} onClose={() => setWrongName(false)} />}
    </FlowFrame>
  )
}
