/**
 * The words of WhatsApp gateways. The service documents none of them. Names are in letters only and without case, the
 * more usual ones first. To read another gateway, add its words here.
 */

const list = (all: string): readonly string[] => all.trim().split(/\s+/);
const set = (all: string): ReadonlySet<string> => new Set(list(all));

/** Lists with these names hold messages. */
export const LISTS =
	set(`messages message msgs results notifications entry changes events incomingmessage motext add
	data items records values`);

/** Their entries are messages even without words. */
export const MESSAGES = set('messages message msgs msg notifications results');

/** Whose or what the values of a part are. Other parts are about the message itself. */
export const ROLES = Object.entries({
	/** About another message, or about nothing that a person wrote. */
	aside:
		set(`context contextinfo messagecontextinfo quoted quotedmessage quotedmsg quotedmsgobj quote replyto
		repliedto repliedmessage replyingto replymessage inreplyto referral forward forwardedmessage lastmessage history
		original originalmessage before previous previousmessage reaction reactionmessage campaign statuses status echoes
		messageechoes smbmessageechoes ack dlr deliverystatus messagedeliveryreport messagesubmitnotification messagestatusupdate errors error system
		template header footer product location pricing settings mentions participants group ticket`),
	person:
		set(`from sender senderdata author originator source customer contact contacts client visitor lead user
		profile subscriber conversation room chat participant channelidentity`),
	ours: set(`to recipient recipients receiver receivers destination gateway business channel device instance bot me
		instancedata account accountinfo company organization inbox integration agent agents assignee assigneduser operator
		owner app target number connector`),
	file: set(`image video audio voice document sticker file files media attachment attachments imagemessage
		videomessage audiomessage documentmessage stickermessage filemessagedata`),
	tap: set(`button buttonreply buttonsreply listreply listresponse interactive interactivebuttonreply
		interactivelistreply interactivebuttonsresponse quickreply postback buttonsresponsemessage listresponsemessage
		templatebuttonreplymessage interactiveresponsemessage singleselectreply nfmreply choiceresponsemessage`),
});
/** In a part of these, the role ends. */
export const MESSAGE = set('message messages key info body');
/** A part with one of these types is a tap. */
export const TAPS =
	set(`button buttonreply buttonsreply buttonresponse buttonsresponse listreply listresponse
	interactive interactivebuttonreply interactivelistreply quickreply postback templatebuttonreply`);

/** The chat of a message. It is the sender, unless it is a group or hides its number. */
export const CHAT = list('remotejid chatid wachatid chat conversation');
/** The number that a chat hides. */
export const ALT = list('participantalt participantpn senderalt senderpn remotejidalt');
export const FROM =
	list(`from sender fromnumber sendernumber senderphone senderphonenumber senderid smsfrom
	originator originationnumber author source platformsenderid participant participantphone member attendeeproviderid`);
/** The number of a person, next to the message. */
export const PHONE =
	list(`waid msisdn phone phonenumber mobile mobilenumber whatsappnumber customer customernumber
	contact contactphone contactidentifier visitor accountuniqid number chatid remotejid`);
export const ANYONE = [...CHAT, ...FROM, ...PHONE];
/** The number of a person, in a part about a person. */
export const PERSON =
	list(`channelphonenumber waid jid phone phonenumber mobile number msisdn accountuniqid identity
	identifiervalue identifier address handle login attendeeproviderid value`);
/** These may be the ID of a service, unless they begin with a plus or are a chat. */
export const PERSON_ID = list('id externalid displayname');
export const TO = list('to recipient receiver destination tonumber destinationnumber smsto');
export const OURS =
	list(`device deviceid gateway displayphonenumber accountphone channelphonenumber connectedphone
	integratednumber innumber wid owner me`);
/** The number of a part about us or the receiver. */
export const OUR_NUMBER = list(
	'phone phonenumber number msisdn address identifier to wid digits id',
);

export const ID =
	list(`messageid whatsappmessageid wamid msgid idmessage messageuuid inboundmessageid
	smsmessagesid messagesid wamessageid id`);
export const TIME =
	list(`receivedat receivedatutc receivedtimestamp received rcvd receivedate receivedstamp messagetimestamp timestamp
	momment msgtime sendtime accepttime ts t dtm datetime time date smsdate sentat createdat created createtime
	createddate createddatetime createdtime createdtimestamp platformtimestamp datecreated dateadded timecreated occurredat`);
export const TEXT =
	list(`caption message text body msg content messagebody messagetext messagecontent textmessage
	bodytext smstext msgbody conversation chat`);
export const TITLE = list('title selecteddisplaytext selectedbuttontext text message');
export const BUTTON =
	list(`buttonid selectedid selectedrowid selectedbuttonid rowid id payload postbacktext
	postbackdata`);
/** The same next to the message. */
export const FLAT_TITLE = list('buttontext listtitle');
export const FLAT_BUTTON = list('buttonpayload buttonid selectedid selectedrowid listid');
export const FILES =
	list(`mediaurl fileurl imageurl videourl audiourl documenturl media image video audio document file
	attachment downloadurl`);
export const FILE_TYPES = set('image video audio voice ptt document sticker file media');

/** True says that the message is ours, false that it came in. */
export const OURS_IF_TRUE =
	list(`fromme isfromme fromself self isself isme mine ismine echo isecho outgoing isoutgoing
	outbound isoutbound owner isowner issender isfromagent fromagent issentfromsleekflow`);
/** True says that the message is ours, false says nothing. */
export const OURS_IF_ONLY = list('isbot frombot sentbybot sentbyai fromapi wassentbyapi sentbyapi');
export const OURS_IF_FALSE = list('incoming isincoming inbound isinbound');

export const DIRECTION = list('direction dir flow traffic side directiontype messagedirection');
export const IS_OUT =
	set(`out o outgoing outbound sent mt tocontact fromstore frombusiness fromagent frombot
	fromoperator 1`);
export const IS_IN = set(
	'in i incoming inbound received mo toapp fromcustomer fromcontact fromuser 0',
);

export const WRITER =
	list(`sendertype senderrole authortype authorrole actortype actorrole participanttype fromtype
	sentby sender author from source`);
/** In a part about the writer. */
export const WRITER_KIND = list('type role kind usertype');
export const IS_US =
	set(`agent agentbot bot chatbot operator business admin staff system store company api sdk me
	modelsuser teammate employee`);
export const IS_PERSON = set(
	'customer contact visitor user lead client subscriber consumer modelscontact',
);

/** Chatwoot writes the direction into these, as a number or as a word. */
export const MESSAGE_TYPE = list('messagetype');
export const TYPE_IN = set('0 incoming');
export const TYPE_OUT = set('1 2 3 outgoing activity template');
export const EVENT =
	list(`type event eventtype eventname action typewebhook whtype callbacktype webhooktype field
	subtype subscriptiontype hook dataevent datatype notificationtype`);
/** Person may fill these too, so only a name with a separator counts. */
export const EVENT_TITLE = list('title topic');
export const OUT_WORDS =
	set(`out o outgoing outbound echo echoes mt agent operator admin store oa bot template hsm
	activity`);
export const IN_WORDS = set(
	'in inbound incoming received receive mo customer contact visitor user',
);
export const SENT_WORDS = set('sent send sending submitted queued enqueued accepted success');
export const REPORT_WORDS =
	set(`delivered delivery deliverd undelivered undeliverable read seen viewed played failed
	failure rejected expired status statuses state ack dlr receipt update updated changed deleted delete revoked edited
	typing presence connection qr qrcode session call calls confirmation connected disconnected history sync assigned resolved
	dispatched pending`);
export const OTHER_EVENTS =
	set(`conversationcreated contactcreated contactupdated webwidgettriggered contactsupsert contactsset
	chatsupsert chatsset groupsupsert labelsedit`);
export const STATUS = list(
	'status messagestatus smsstatus deliverystatus statusstring state acktype receipttype',
);
/** A payload with one of these and without a message is a report. */
export const REPORTS = list(`statuses echoes messageechoes smbmessageechoes ack dlr deliverystatus
	messagedeliveryreport messagesubmitnotification messagestatusupdate deliveredat readat seenat doneat donedate failedat`);
/** Next to the name of an event, an ID is that of the event. */
export const EVENT_NAMES = list('event eventtype eventname topic specversion');
export const EVENT_DATA = list('data payload');
