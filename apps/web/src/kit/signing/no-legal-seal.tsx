import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { AskForSeal } from '../grants/ask-for-seal.tsx'
import { copyWords, HandOn, mayTransfer } from './hand-on.tsx'
import type { NoSealProps } from './no-seal-right.tsx'
import { SignNotice } from './sign-notice.tsx'
import { SigningHalted } from './signing-halted.tsx'

/**
 * The legal representative's seal is asked for and is not the viewer's: that person alone makes, uses and grants it, no
 * administrator and no approval does.
 */
export function NoLegalSeal({ detail, head, text, space, info }: NoSealProps) {
  const { data } = useQuery({
    queryKey: ['companyLegal'],
    queryFn: ({ signal }) => call('companyLegal', {}, { signal, quiet: true }),
  })
  const whom = `法定代表人${data?.legalPersonName ?? ''}`
  const isMade = data?.sealInfo !== null
  const contract = `《${detail.taskName}》（${detail.taskNo}）`
  const words = isMade
    ? `${contract}须加盖${space.spaceName}的法定代表人章，请授权我使用，或由您本人签署。`
    : `${contract}须加盖${space.spaceName}的法定代表人章，请您在“企业印章”中制作后授权我使用，或由您本人签署。`
  return (
    <SigningHalted detail={detail} head={head} text={text} space={space} application={null}>
      <SignNotice tone="seal" title={info}>
        {isMade
          ? `法定代表人章只能由${whom}本人使用和授权，不能通过用印审批使用。`
          : `企业还没有法定代表人章，须由${whom}本人制作。`}
        {mayTransfer(detail) && '也可以把合同转交给法定代表人签署。'}
      </SignNotice>
      <AskForSeal
        signId={detail.signId}
        kind="legal"
        otherwise={
          <Button variant="primary" size="xl" block onClick={() => void copyWords('请法定代表人授权', whom, words)}>
            请法定代表人授权
          </Button>
        }
      />
      <HandOn detail={detail} />
    </SigningHalted>
  )
}
