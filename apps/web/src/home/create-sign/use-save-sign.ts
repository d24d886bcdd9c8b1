import { useMutation } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { upload } from '../../client/upload.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useNavigate } from '../../router/hooks.ts'
import { success } from '../../ui/toast-store.ts'
import type { MadeSign } from './made-sign.ts'

type Saving = { made: MadeSign; isDefault: boolean }

/** Keeps what was made, with the picture it was cut out of, and leaves for `back`; a repeat keeps nothing twice. */
export function useSaveSign(back: string) {
  const navigate = useNavigate()
  const keyOf = useRepeatKey()
  const pictureKeyOf = useRepeatKey()
  return useMutation({
    mutationFn: async ({ made, isDefault }: Saving) => {
      const { original } = made
      const picture =
        original &&
        (await upload(
          'uploadFile',
          original,
          { usage: 'sealImage' },
          { key: pictureKeyOf([original.name, original.size, original.lastModified]) },
        ))
      const input = {
        ...made.input,
        isDefault: isDefault ? 1 : 0,
        ...(picture && { originalFileId: picture.fileId }),
      } as const
      return call('addPersonSeal', input, { key: keyOf(input) })
    },
    onSuccess: async ({ sealStatus }) => {
      success(sealStatus === 'auditing' ? '签名已提交审核，通过后即可使用' : '签名已保存')
      void queryClient.invalidateQueries({ queryKey: ['seals'] })
      void queryClient.invalidateQueries({ queryKey: ['user-seals'] })
      await navigate(back)
    },
    onError: showRefusal,
  })
}
