import { Stack } from '@sanity/ui'
import { getPublishedId, type ObjectInputProps, useEditState } from 'sanity'
import { readTerms } from '@/lib/membership/offer/offer'
import { OfferPreview } from './OfferPreview'

/** The form of the offer, below a preview of what buyers pay. */
export function OfferForm(props: ObjectInputProps) {
  const { value } = props
  const { published } = useEditState(getPublishedId(String(value?._id ?? 'offer')), 'offer')
  return (
    <Stack gap={5}>
      <OfferPreview draft={readTerms(value)} published={readTerms(published).terms} />
      {props.renderDefault(props)}
    </Stack>
  )
}
