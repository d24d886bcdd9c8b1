import type { CallRefusal } from '../../client/call-error.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { PersonAuthFirst } from '../authentication/person-auth-first.tsx'
import { useSpaces } from '../space/use-spaces.ts'
import { listPath, useContractListState } from './contract-list-state.ts'
import { OtherSpace } from './other-space.tsx'

type DetailRefusedProps = { refusal: CallRefusal; onRetry: () => void }

/** Code of a contract that is one's own in another own space (checklist I7). */
const otherSpace = 4091
/** Code of a contract that is not there, or not one's own as far as the server knows. */
const notFound = 404

/** Why a contract does not open, and what to do about it. */
export function DetailRefused({ refusal, onRetry }: DetailRefusedProps) {
  const back = listPath(useContractListState())
  const unproved = useSpaces().data?.some(
    ({ spaceType, spaceStatus }) => spaceType === 'person' && spaceStatus !== 'passAuth',
  )
  if (refusal.code === otherSpace) return <OtherSpace refusal={refusal} onSwitched={onRetry} />
  if (refusal.code === notFound && unproved) return <ProveYourself />
  return (
    <ResultPage
      art={<MatchMark state="alone" size={112} color="#3d414a" />}
      title={refusal.message}
      actions={
        <ButtonLink to={back} variant="primary" size="l">
          返回合同列表
        </ButtonLink>
      }
    >
      <p>请核对链接，或确认登录的账号与空间是否正确。</p>
    </ResultPage>
  )
}

/** A contract sent to a phone and a name opens for whoever has proved both (checklist I10). */
const ProveYourself = () => (
  <PersonAuthFirst title="您需要完成实名认证">
    <p>核验姓名后，即可查看和签署发给您本人的合同。</p>
  </PersonAuthFirst>
)
