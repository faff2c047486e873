import { z } from 'zod/v4';

import { control, service, useService } from './client';
import { expectData, expectInvalid, object } from './expect';
import { ANN, broadcastOf, expectSent, PLAIN, putTemplate, sentOf, TEMPLATE } from './requests';

useService();

const link = { key: 'url', value: 'https://files.example.com/photo.png' };
const NAME = { key: 'filename', value: 'photo.png' };
const url = (text: string, address = `https://shop.example/${text}/{{1}}`) => ({
	type: 'URL',
	text,
	url: address,
});

describe('Broadcasts', () => {
	it.each(['Pending', 'Rejected'])('A template that is %s cannot be used', async (status) => {
		expectInvalid(await broadcastOf({ status }), 'template_id');

		expect(await control.messages()).toEqual([]);
		expectSent(await broadcastOf({ status: 'Approved' }));
	});

	it.each([
		['no value for its placeholder', { body: 'Hello {{1}}' }, {}, 'body'],
		['no header for its image', { header: { format: 'IMAGE' } }, {}, 'header'],
		[
			'a file without its URL',
			{ header: { format: 'IMAGE' } },
			{ header: { format: 'IMAGE', params: [] } },
			'params',
		],
		['no value for its button', { buttons: [url('one')] }, {}, 'buttons'],
		[
			'its buttons under the name button',
			{ buttons: [url('one')] },
			{ button: [{ index: '0', type: 'url', value: 'A' }] },
			'buttons',
		],
		['two values for one placeholder', { body: 'Hello {{1}}' }, { body: [ANN, ANN] }, 'key'],
	])('A template that is given %s is refused', async (_what, template, parameters, field) => {
		expectInvalid(await broadcastOf(template, parameters), field);
	});

	it('The header of an image may have a filename', async () => {
		const parameters = { header: { format: 'IMAGE', params: [link, NAME] } };

		expectSent(await broadcastOf({ header: { format: 'IMAGE' } }, parameters));
	});

	it('The values of buttons go to their URLs, in the order of their index', async () => {
		const buttons = [
			{ index: '2', type: 'url', value: 'B' },
			{ index: '1', type: 'url', value: 'A' },
		];
		const template = { buttons: [url('one'), url('two')] };

		expect((await sentOf(await broadcastOf(template, { buttons }))).buttons).toMatchObject([
			{ target: 'https://shop.example/one/A' },
			{ target: 'https://shop.example/two/B' },
		]);
	});

	it.each([
		{ type: 'QUICK_REPLY', text: 'Yes' },
		url('Shop', 'https://shop.example'),
		{ type: 'PHONE_NUMBER', text: 'Call us', phone: '+6280000000001' },
	])('A static button takes no value: $type', async (button) => {
		const value = { index: '0', type: 'url', value: 'AB12' };

		expectSent(await broadcastOf({ buttons: [button] }));
		expectInvalid(await broadcastOf({ buttons: [button] }, { buttons: [value] }), 'index');
	});
});

describe('Templates', () => {
	it('A template has one kind of button: with or without action', async () => {
		const buttons = [{ type: 'QUICK_REPLY', text: 'Yes' }, url('Shop', 'https://shop.example')];

		await expect(putTemplate(TEMPLATE, { buttons })).rejects.toThrow('one kind of button');
	});

	it('The list of templates has pending and rejected ones too', async () => {
		await putTemplate(PLAIN, { name: 'one more' });

		const list = expectData(await service.get('/wa_official/templates'), 200, z.array(object));

		expect(list).toContainEqual({
			id: PLAIN,
			name: 'one more',
			header: null,
			body: 'Your order is ready',
			footer: null,
			status: 'Approved',
			category: 'UTILITY',
		});
		const statuses = new Set(list.map(({ status }) => status));
		expect(statuses).toEqual(new Set(['Pending', 'Approved', 'Rejected']));
	});

	it.each([
		['header', { format: 'TEXT', text: 'Hello' }],
		['body', 'Hello'],
		['footer', 'Hello'],
	])('The %s of a template may be a text, an object, a list or null', async (part, given) => {
		const partOf = async (value: unknown, shape: string) => {
			await putTemplate(PLAIN, { [part]: value, shape });
			const list = expectData(await service.get('/wa_official/templates'), 200, z.array(object));
			return list.find(({ id }) => id === PLAIN)?.[part];
		};

		expect(await partOf(given, 'text')).toBe('Hello');
		expect(await partOf(given, 'object')).toMatchObject({ text: 'Hello' });
		expect(await partOf(given, 'components')).toMatchObject([{ text: 'Hello' }]);
		expect(await partOf(null, 'text')).toBeNull();
	});
});
