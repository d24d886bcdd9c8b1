import type { SealGrant } from '@moqi/api/seal-grant'
import { grantLifecycle } from '@moqi/domain/seals/grant-lifecycle'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { grantRecordsPath, makeAutoGrantPath, makeGrantPath } from '../../kit/grants/grant-paths.ts'
import { ReasonSheet } from '../../kit/operations/reason-sheet.tsx'
import { useNavigate } from '../../router/hooks.ts'
import type { RowAction } from '../../ui/row-actions.tsx'
import { success } from '../../ui/toast-store.ts'
import { readGrantsAnew } from './grant-keys.ts'
import { useLetter } from './use-letter.ts'

/** What may be done with a grant, the next step first, and the sheet that asks for the reason. */
export function useGrantDeeds() {
  const navigate = useNavigate()
  const letter = useLetter()
  const [revoking, revoke] = useState<SealGrant | null>(null)

  const actionsOf = (grant: SealGrant): RowAction[] => {
    const { grantId, grantManner, grantState, mayChange } = grant
    const isAuto = grantManner === 'auto'
    const isOver = grantState === 'expired' || grantState === 'revoked'
    const again = () => void navigate(isAuto ? makeAutoGrantPath({ grantId }) : makeGrantPath({ grantId }))
    return [
      ...(grantState === 'waitSign' && mayChange === 1
        ? [
            {
              key: 'letter',
              label: '签授权书',
              signs: true,
              busy: letter.busy === grantId,
              onPress: () => void letter.sign(grantId),
            },
          ]
        : []),
      ...(grantState !== 'waitSign' && mayChange === 1
        ? [{ key: 'renew', label: isOver ? '重新授权' : '续期', onPress: again }]
        : []),
      ...readings(grant, (path) => void navigate(path)),
      ...(grantLifecycle.can(grantState, 'revoke') && mayChange === 1
        ? [{ key: 'revoke', label: '撤销', danger: true, onPress: () => revoke(grant) }]
        : []),
    ]
  }

  const close = () => {
    revoke(null)
    void readGrantsAnew()
  }
  const sheet = revoking && (
    <ReasonSheet
      draft={`revokeGrant ${revoking.grantId}`}
      question={
        revoking.grantManner === 'auto'
          ? `确定撤销“${revoking.sealName}”的自动签署吗？`
          : `确定撤销${revoking.memberName}对“${revoking.sealName}”的授权吗？`
      }
      consequence={
        revoking.grantManner === 'auto'
          ? '撤销后立即停止自动签署，轮到本企业的合同由经办人签署，已签署的合同不受影响。'
          : '撤销后立即不能再用此印章签署，已签署的合同不受影响。'
      }
      required
      send={(reason, key) => call('revokeSealGrant', { grantId: revoking.grantId, reason: reason ?? '' }, { key })}
      onDone={() => {
        close()
        success('授权已撤销')
      }}
      onRefused={(refusal) => {
        close()
        showRefusal(refusal)
      }}
      onClose={() => revoke(null)}
    />
  )
  return { actionsOf, sheet }
}

/** What may be read of a grant: its letter, and what was signed by it automatically. */
function readings({ letterSignId, letterNo, usedNumber }: SealGrant, go: (path: string) => void): RowAction[] {
  if (letterNo === null) return []
  return [
    ...(letterSignId === null
      ? []
      : [
          {
            key: 'view',
            label: '查看授权书',
            onPress: () => go(viewPath({ signId: letterSignId, taskType: 'normal' })),
          },
        ]),
    ...(usedNumber === 0 ? [] : [{ key: 'records', label: '用印记录', onPress: () => go(grantRecordsPath(letterNo)) }]),
  ]
}
