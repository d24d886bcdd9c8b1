import { Switch } from '../../ui/switch.tsx'

type Props = { name: string; checked: boolean; onChange: (together: boolean) => void }

/** In a mixed order: whether a party signs at the turn of the one before it. */
export function TogetherSwitch({ name, checked, onChange }: Props) {
  return (
    <label className="row small signer-together">
      <Switch checked={checked} aria-label={`${name}与上一方同时签署`} onChange={onChange} />
      与上一方同时签署
    </label>
  )
}
