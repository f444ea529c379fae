import { Card, Stack, Text } from '@sanity/ui'
import type { ArrayOfObjectsInputProps } from 'sanity'
import { totalValue } from '@/components/membership/offerValues'
import { formatMoney } from '@/lib/content/format'

type Value = { _key: string; amount?: number }

/** Edits the values of the offer, and shows their total as the site computes it. */
export function OfferValuesInput(props: ArrayOfObjectsInputProps<Value>) {
  return (
    <Stack gap={3}>
      {props.renderDefault(props)}
      <Card padding={3} radius={2} tone="primary">
        <Text size={1}>
          <output>Total of these values: {formatMoney(totalValue({ values: props.value }))}</output>
        </Text>
      </Card>
    </Stack>
  )
}
