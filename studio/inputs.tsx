import { Box, Card, Flex, Stack, Text } from '@sanity/ui'
import type { ArrayOfObjectsInputProps, NumberInputProps } from 'sanity'
import { formatMoney } from '@/lib/content/format'
import { totalValue } from '@/lib/membership/offerValues'

/** Edits an amount in cents, and shows beside it what it is in dollars, so that no zero goes unnoticed. */
export function AmountInput(props: NumberInputProps) {
  return (
    <Flex align="center" gap={3}>
      <Box flex={1}>{props.renderDefault(props)}</Box>
      <Box style={{ minWidth: '10ch' }}>
        <Text size={2} weight="medium">
          <output htmlFor={props.elementProps.id}>{formatMoney(props.value) || 'in cents'}</output>
        </Text>
      </Box>
    </Flex>
  )
}

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
