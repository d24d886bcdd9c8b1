import { call } from '../../client/call.ts'
import { isText } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { Field } from '../../ui/field.tsx'
import type { ListedSeal } from './listed-seal.ts'
import { rereadSeals } from './reread-seals.ts'

/** Gives one of the own seals another name. */
export function RenameSheet({ seal, onClose }: { seal: ListedSeal; onClose: () => void }) {
  const { sealId } = seal
  const [sealName, setName] = useKept('sealName', isText, () => seal.sealName)
  return (
    <FormSheet
      title="重命名"
      confirm="保存"
      send={() => call('pcSealUpdate', { sealId, sealName })}
      onDone={() => {
        void rereadSeals()
        onClose()
      }}
      onClose={onClose}
    >
      <Field
        label="印章名称"
        maxLength={30}
        value={sealName}
        data-first
        onChange={(event) => setName(event.target.value)}
      />
    </FormSheet>
  )
}
