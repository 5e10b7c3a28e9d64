; Values that models give to symbols, and why they are malformed. Values that solvers print, or may print in an extension,
; may be well-formed.

(declare-sort U 0)(declare-datatype Shade ((light) (dark (by Int))))(declare-datatype Hue ((red)))(declare-const u U)
(declare-const s Shade)(declare-const p Bool)(declare-const n Int)(declare-const r Real)(declare-const v (_ BitVec 8))
(declare-const b (_ BitVec 1))(declare-const f (_ FloatingPoint 5 11))(declare-const t String)
(declare-const m RoundingMode)(declare-const a (Array Int (_ BitVec 4)))(declare-fun g (Int) Bool)
v () (_ BitVec 8) #x-1 ; `#x-1` is no literal of SMT-LIB
v () (_ BitVec 8) #x0g ; `#x0g` is no literal of SMT-LIB
v () (_ BitVec 8) #b ; `#b` is no literal of SMT-LIB
v () (_ BitVec 8) (bvnot #b2) ; `#b2` is no literal of SMT-LIB
v () (_ BitVec 8) #xfff ; `#xfff` has 12 bits, not 8
v () (_ BitVec 8) (_ bv3 7) ; `(_ bv3 7)` has 7 bits, not 8
v () (_ BitVec 8) 12 ; `12` is no value of sort (_ BitVec 8)
v () (_ BitVec 8) (ite true #x01 #x1) ; `#x1` has 4 bits, not 8
v () (_ BitVec 8) w ; `w` is declared nowhere
v () (_ BitVec 8) (_ bv256 8) ; `(_ bv256 8)` is no literal of SMT-LIB
v () (_ BitVec 8) (_ bv-1 8) ; `(_ bv-1 8)` is no literal of SMT-LIB
v () (_ BitVec 9) #x01 ; it has sort (_ BitVec 9), not (_ BitVec 8)
g ((x Bool)) Bool true ; its parameter `x` has sort Bool, not Int
r () Real 4.5.6 ; `4.5.6` is no literal of SMT-LIB
r () Real (/ 4. 2) ; `4.` is no literal of SMT-LIB
n () Int 0x10 ; `0x10` is no literal of SMT-LIB
f () Float16 (_ zero 5 11) ; `(_ zero 5 11)` is declared nowhere
m () RoundingMode RNX ; `RNX` is declared nowhere
a () (Array Int (_ BitVec 4)) (lambda ((x Bool)) #x0) ; `(lambda ((x Bool)) #x0)` takes indices of sort Bool, not Int
p () Bool maybe ; `maybe` is declared nowhere
p () Bool (not "true") ; `"true"` is no value of sort Bool
n () Int #x0f ; `#x0f` is no value of sort Int
n () Int (- 1.5) ; `(- 1.5)` is no value of sort Int
n () Int light ; `light` is no value of sort Int
r () Real true ; `true` is no value of sort Real
t () String 7 ; `7` is no value of sort String
s () Shade 7 ; `7` is no value of sort Shade
s () Shade red ; `red` is no value of sort Shade
s () Shade pale ; `pale` is declared nowhere
f () Float16 (fp #b0 #b00000000 #b0000000000) ; `(fp #b0 #b00000000 #b0000000000)` is no value of sort (_ FloatingPoint 5 11)
a () (Array Int (_ BitVec 4)) (store ((as const (Array Int (_ BitVec 4))) #x0) 1 #x10) ; `#x10` has 8 bits, not 4
a () (Array Int (_ BitVec 4)) #x0 ; `#x0` is no value of sort (Array Int (_ BitVec 4))
g ((x!0 Int)) Bool (ite (= x!0 #b1) true false) ; `#b1` is no value of sort Int
v () (_ BitVec 8) #xFf ; may be well-formed
v () (_ BitVec 8) (_ bv255 8) ; may be well-formed
v () (_ BitVec 8) (concat #b1111111 #b1) ; may be well-formed
v () (_ BitVec 8) v!0 ; may be well-formed
v () (_ BitVec 8) (_ bv007 8) ; may be well-formed
b () Bool true ; may be well-formed
p () (_ BitVec 1) #b1 ; may be well-formed
m () RoundingMode roundTowardZero ; may be well-formed
m () (_ BitVec 3) #b000 ; may be well-formed
r () Int 2 ; may be well-formed
r () Real 1/3 ; may be well-formed
r () Real 1e-3 ; may be well-formed
a () (Array Int (_ BitVec 4)) (lambda ((x Int)) #x0) ; may be well-formed
b () (_ BitVec 1) true ; may be well-formed
p () Bool #b1 ; may be well-formed
p () Bool (let ((x true)) x) ; may be well-formed
p () Bool (= #xff 3) ; may be well-formed
n () Int (- 5) ; may be well-formed
n () Int -5 ; may be well-formed
n () Int @int_1 ; may be well-formed
n () Int (mod0 1) ; may be well-formed
r () Real 2 ; may be well-formed
r () Real (/ 1 3) ; may be well-formed
r () Real 1.4142? ; may be well-formed
r () Real real.pi ; may be well-formed
r () Real (* (/ 1.0 2.0) pi) ; may be well-formed
r () Real (+ euler 1.0) ; may be well-formed
r () Real (root-obj (+ (^ x 2) (- 2)) 1) ; may be well-formed
t () String "\u{41}" ; may be well-formed
f () Float16 (fp #b0 #b00000 #b0000000000) ; may be well-formed
f () Float16 (_ +oo 5 11) ; may be well-formed
f () Float16 0.5 ; may be well-formed
s () Shade light ; may be well-formed
s () Shade (dark 3) ; may be well-formed
s () Shade (as light Shade) ; may be well-formed
u () U 3 ; may be well-formed
u () U anything ; may be well-formed
g ((x Int)) Bool (> x 3) ; may be well-formed
