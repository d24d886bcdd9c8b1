import { offerLimits } from '@moqi/domain/orders/offer-terms'
import { offerAudienceLabels, offerAudiences } from '@moqi/domain/orders/pack-offer'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { TypedOffer } from './use-offer-form.ts'

const audiences = offerAudiences.map((value) => ({ value, label: offerAudienceLabels[value] }))

type OfferFieldsProps = {
  typed: TypedOffer
  faults: Partial<Record<string, string>>
  onChange: (change: Partial<TypedOffer>) => void
}

/** What an offer says, field by field. */
export const OfferFields = ({ typed, faults, onChange }: OfferFieldsProps) => (
  <>
    <Field
      label="套餐名称"
      data-first
      autoComplete="off"
      maxLength={offerLimits.name}
      hint="买家在购物车、订单和发票上看到的名称"
      value={typed.packName}
      error={faults['packName']}
      onChange={(event) => onChange({ packName: event.target.value })}
    />
    <div className="offer-pair">
      <Field
        label="份数"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={typed.copies}
        error={faults['copies']}
        onChange={(event) => onChange({ copies: event.target.value.replaceAll(/\D/g, '') })}
      />
      <Field
        label="价格（元）"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        hint="0为体验，认证后赠送，不能购买"
        value={typed.price}
        error={faults['fen']}
        onChange={(event) => onChange({ price: event.target.value })}
      />
      <Field
        label="有效期（月）"
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        hint="从到账之日算起；体验填0为长期有效"
        value={typed.months}
        error={faults['months']}
        onChange={(event) => onChange({ months: event.target.value.replaceAll(/\D/g, '') })}
      />
      <SelectField
        label="对象"
        options={audiences}
        value={typed.audience}
        onChange={(audience) => onChange({ audience })}
      />
      <Field
        label="开售时间（可不填）"
        type="datetime-local"
        value={typed.begin}
        error={faults['saleBegin']}
        onChange={(event) => onChange({ begin: event.target.value })}
      />
      <Field
        label="停售时间（可不填）"
        type="datetime-local"
        value={typed.end}
        error={faults['saleEnd']}
        onChange={(event) => onChange({ end: event.target.value })}
      />
    </div>
  </>
)
