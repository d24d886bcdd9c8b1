import { PersonAuthWays } from '../../kit/authentication/person-auth-ways.tsx'
import { FlowFrame } from './flow-frame.tsx'
import { useOwnAuth } from './use-own-auth.ts'

const nothing = () => undefined

/** Real-name authentication under the own name, whatever it is: whoever scans a code was not named before. */
export function OwnNameStep({ onSubmitted }: { onSubmitted: () => void }) {
  const { data, refetch } = useOwnAuth('scanned', onSubmitted)
  return (
    <FlowFrame step="2 / 3">
      <PersonAuthWays info={data} onChanged={() => void refetch()} onSubmitted={nothing} />
    </FlowFrame>
  )
}
