import { Card, Stack, Text } from '@sanity/ui'
import type { ObjectInputProps } from 'sanity'
import { formatMoney } from '@/lib/content/text/format'
import { computeTotalValue, formatOfferMoney } from '@/lib/content/text/offerValues'
import { computeCharge, formatRenewalTerms, readTerms } from '@/lib/membership/offer/offer'

/** The months whose charges the form shows. */
const shownMonths = [1, 2, 3, 12]

/** The offer's form. A preview above it shows a new member's terms and charges, and the total of the offer's values. */
export function OfferForm(props: ObjectInputProps) {
  const { terms } = readTerms(props.value)
  const offer = props.value ?? {}
  return (
    <Stack gap={5}>
      <Card border padding={4} radius={3} tone={terms ? 'default' : 'critical'} data-testid="offer-preview">
        <Stack gap={4}>
          <Text as="h2" size={1} weight="semibold">
            What a new member pays
          </Text>
          {terms && (
            <Text size={2}>
              {shownMonths
                .map((month) => `Month ${month}: ${formatMoney(computeCharge(month, terms), terms.currency)}`)
                .join(' · ')}
            </Text>
          )}
          <Text size={1} muted={Boolean(terms)}>
            {terms
              ? formatRenewalTerms(terms)
              : 'This offer can’t be sold, so it can’t be published. Fix the fields in red.'}
          </Text>
          <Text size={1} muted>
            Total of the values: {formatOfferMoney(computeTotalValue(offer), offer)}
          </Text>
        </Stack>
      </Card>
      {props.renderDefault(props)}
    </Stack>
  )
}
