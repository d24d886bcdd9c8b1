import type { SealInfo } from '@moqi/api/shapes'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { config } from '../../client/config.ts'
import { isVisit, useVisit } from '../../client/visit.ts'
import { leaveFor } from '../../router/leave.ts'
import { warn } from '../../ui/toast-store.ts'
import { applyPath } from '../approval/approval-paths.ts'

const mayApply = () => useVisit.getState().visit?.mayApply

/**
 * Leads on to the application for the use of these seals, when the server says that it is needed and possible;
 * `onChanged` reads the seals again when they may be used otherwise than was thought, `onDirect` when at once.
 */
export function useApplying(
  signId: string,
  seals: readonly SealInfo[],
  onChanged: () => Promise<void>,
  onDirect: () => void,
) {
  return useMutation({
    mutationFn: () => Promise.all(seals.map(({ sealId }) => call('checkSealPermission', { signId, sealId }))),
    onSuccess: (answers) => {
      const shut = answers.find(({ sealPermission }) => sealPermission === 'none')
      if (shut) {
        warn(shut.message)
        void onChanged()
      } else if (answers.some(({ sealPermission }) => sealPermission === 'needApproval')) {
        if (isVisit() && !mayApply()) warn(`所选印章须经用印审批，请登录${config.brand}提交申请，或换用其他印章`)
        else leaveFor(applyPath(signId))
      } else {
        void onChanged()
        onDirect()
      }
    },
    onError: showRefusal,
  })
}
