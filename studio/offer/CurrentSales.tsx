import { Button, Flex, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { useClient } from 'sanity'
import { apiVersion } from '@/lib/content/config'
import { formatMoney } from '@/lib/content/format'
import type { Sales } from '@/lib/membership/offer/salesResponse'
import { readSales } from './readSales'

/**
 * Shows Stripe's current price, and how many live memberships pay which amount.
 *
 * @param revision - revision of the published offer; a new revision reloads the data
 */
export function CurrentSales({ revision }: { revision: string | undefined }) {
  const client = useClient({ apiVersion })
  const [sales, setSales] = useState<Sales | 'loading' | 'failed'>('loading')
  const [reloadCount, setReloadCount] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision or reload fetches again
  useEffect(() => {
    let isCurrent = true
    const showResult = (result: Sales | 'loading' | 'failed') => {
      if (isCurrent) setSales(result)
    }
    showResult('loading')
    readSales(client).then(showResult, (error: unknown) => {
      console.warn('[offer] loading sales failed', error)
      showResult('failed')
    })
    return () => {
      isCurrent = false
    }
  }, [client, revision, reloadCount])

  return (
    <Flex align="flex-start" gap={4} justify="space-between">
      <Stack gap={3} flex={1} aria-live="polite" aria-busy={sales === 'loading'}>
        <Text as="h2" size={1} weight="semibold">
          Current sales
        </Text>
        <SalesText sales={sales} />
      </Stack>
      <Button
        mode="ghost"
        fontSize={1}
        padding={2}
        text="Refresh"
        disabled={sales === 'loading'}
        onClick={() => setReloadCount(reloadCount + 1)}
      />
    </Flex>
  )
}

function SalesText({ sales }: { sales: Sales | 'loading' | 'failed' }) {
  if (sales === 'loading') return <Line>Loading the price and members from Stripe…</Line>
  if (sales === 'failed') {
    return (
      <Line>
        The price in Stripe and the members couldn’t be loaded. Click “Refresh” to try again. The amounts
        above are correct without them.
      </Line>
    )
  }
  const { price, members } = sales
  return (
    <>
      <Line>{describePrice(price)}</Line>
      {members?.length === 0 && <Line>No members yet.</Line>}
      {!members && <Line>The members couldn’t be counted. Click “Refresh” to try again.</Line>}
      {members?.map(({ amount, currency, introduction, count }) => (
        <Line key={`${amount} ${currency} ${introduction}`}>
          {count === 1 ? '1 member pays' : `${count} members pay`}{' '}
          {amount === null
            ? 'an amount set by their first invoice'
            : `${formatMoney(amount, currency)} a month`}
          {introduction && ' (introductory price)'}
        </Line>
      ))}
    </>
  )
}

function describePrice(price: Sales['price']): string {
  if (price === undefined) return 'The price in Stripe couldn’t be loaded. Click “Refresh” to try again.'
  if (price === null) return 'Stripe has no price yet. It’s created when you publish the offer.'
  return `Stripe’s price for new members is ${formatMoney(price.amount, price.currency)} a month, before the introductory discount.`
}

function Line({ children }: { children: React.ReactNode }) {
  return <Text size={1}>{children}</Text>
}
