import { useId } from 'react'
import { usePicture } from '../../client/picture.ts'
import type { Making } from './grant-writing.ts'

type Seal = Making['sealArray'][number]
type SealChoiceProps = {
  seals: readonly Seal[]
  value: string
  error: string | undefined
  onChange: (sealId: string) => void
}

/** Which seal is granted: one of the company's, each as it looks. */
export function SealChoice({ seals, value, error, onChange }: SealChoiceProps) {
  const name = useId()
  return (
    <fieldset className="grant-seals">
      <legend>印章</legend>
      {seals.map((seal) => (
        <SealOption
          key={seal.sealId}
          seal={seal}
          name={name}
          checked={seal.sealId === value}
          invalid={error !== undefined}
          onChoose={() => onChange(seal.sealId)}
        />
      ))}
      {seals.length === 0 && <p className="muted">没有已启用的企业印章，请先制作</p>}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type SealOptionProps = { seal: Seal; name: string; checked: boolean; invalid: boolean; onChoose: () => void }

function SealOption({ seal, name, checked, invalid, onChoose }: SealOptionProps) {
  const { sealName, sealImg, isDefault, mayGrant } = seal
  const picture = usePicture(sealImg)
  const words = mayGrant === 0 ? '仅法定代表人可授权' : isDefault === 1 ? '默认' : ''
  return (
    <label>
      <input
        type="radio"
        className="sr"
        name={name}
        checked={checked}
        disabled={mayGrant === 0}
        aria-invalid={invalid}
        onChange={onChoose}
      />
      <span className="grant-seal-option">
        <span className="grant-seal-shown">{picture && <img src={picture} alt="" />}</span>
        <span className="clip" title={sealName}>
          {sealName}
        </span>
        <span className="small muted">{words || '　'}</span>
      </span>
    </label>
  )
}
