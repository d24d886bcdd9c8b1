import { voidReasons, type VoidTerms } from '@moqi/domain/contract/void-terms'
import { isText, oneOf, record } from '../../client/stored-shape.ts'

/** Tells whether something kept is the terms of an agreement. */
export const isTerms = record<VoidTerms>({
  reason: oneOf(...voidReasons),
  remark: isText,
  feeSettlement: isText,
  retainedTerms: isText,
  otherTerms: isText,
})

/** The terms under their names on the wire (checklist C65). */
export const wireTerms = ({ reason, remark, feeSettlement, retainedTerms, otherTerms }: VoidTerms) => ({
  relieveReason: reason,
  relieveRemark: remark,
  feeSettlement,
  retainedTerms,
  otherTerms,
})
